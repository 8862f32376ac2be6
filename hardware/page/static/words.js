// The few words of the page itself, in the browser's language; the game's own are in the picture.

const WORDS = {
  en: {
    screen: "The companion's screen",
    left: "Left", right: "Right", ok: "OK", back: "Back", info: "Info",
    connecting: "connecting…",
    ended: "ended: start the companion again", unreachable: "no answer: is the companion on?",
    uncounted: "not counted: press again",
    keys: "← → · Enter: OK · Esc: back · I: info",
    code: "The code on the companion's screen",
    wrong: "That is not the code.", wait: "Wait {seconds} s.", gone: "No connection.",
  },
  de: {
    screen: "Der Bildschirm des Spielbegleiters",
    left: "Links", right: "Rechts", ok: "OK", back: "Zurück", info: "Info",
    connecting: "verbinde …",
    ended: "beendet: den Begleiter neu starten", unreachable: "keine Antwort: ist das Gerät an?",
    uncounted: "nicht gezählt: noch einmal drücken",
    keys: "← → · Eingabe: OK · Esc: zurück · I: Info",
    code: "Der Code auf dem Bildschirm des Geräts",
    wrong: "Das ist nicht der Code.", wait: "Noch {seconds} s warten.", gone: "Keine Verbindung.",
  },
  hu: {
    screen: "A játéktárs képernyője",
    left: "Balra", right: "Jobbra", ok: "OK", back: "Vissza", info: "Infó",
    connecting: "kapcsolódás…",
    ended: "a játéktárs leállt: indítsd újra", unreachable: "nincs válasz: be van kapcsolva?",
    uncounted: "nem számít: nyomd meg újra",
    keys: "← → · Enter: OK · Esc: vissza · I: infó",
    code: "A készülék képernyőjén látható kód",
    wrong: "Nem ez a kód.", wait: "Várj még {seconds} mp-et.", gone: "Nincs kapcsolat.",
  },
  cs: {
    screen: "Displej herního pomocníka",
    left: "Vlevo", right: "Vpravo", ok: "OK", back: "Zpět", info: "Info",
    connecting: "připojuji…",
    ended: "pomocník skončil: spusť ho znovu", unreachable: "bez odpovědi: je přístroj zapnutý?",
    uncounted: "nepočítá se: stiskni znovu",
    keys: "← → · Enter: OK · Esc: zpět · I: info",
    code: "Kód na displeji přístroje",
    wrong: "To není ten kód.", wait: "Počkej {seconds} s.", gone: "Bez spojení.",
  },
  ru: {
    screen: "Экран помощника",
    left: "Влево", right: "Вправо", ok: "ОК", back: "Назад", info: "Инфо",
    connecting: "соединение…",
    ended: "завершено: запусти его снова", unreachable: "нет ответа: он включён?",
    uncounted: "не засчитано: нажми ещё раз",
    keys: "← → · Enter: ОК · Esc: назад · I: инфо",
    code: "Код на экране устройства",
    wrong: "Код неверный.", wait: "Подожди {seconds} с.", gone: "Нет связи.",
  },
};

function language() {
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  return wanted.find((tag) => tag in WORDS) ?? "en";
}

export const words = WORDS[language()];
document.documentElement.lang = language();
