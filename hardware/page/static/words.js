// The few words of the page itself: in the browser's language until that of the game is known.

export const WORDS = {
  en: {
    screen: "The companion's screen",
    left: "Left", right: "Right", ok: "OK", back: "Back", info: "Info",
    name: "Type a name",
    connecting: "connecting…",
    ended: "ended: start the companion again", unreachable: "no answer: is the companion on?",
    uncounted: "not counted: press again",
    keys: "← → · Enter: OK · Esc: back · I: info",
    code: "The code on the companion's screen",
    wrong: "That is not the code.", wait: "Wait {seconds} s.", gone: "No connection.",
    more: "More", share: "Share the game", picture: "Picture of the result", record: "Record of the game",
    nogame: "There is no game yet.", secret: "The carrots are secret: the record comes after the end.",
    choose: "Choose what to save.", later: "Wait a moment.",
    here: "This device", sound: "Sounds", vibration: "Vibrate at a press", awake: "Keep the screen on",
  },
  de: {
    screen: "Der Bildschirm des Spielbegleiters",
    left: "Links", right: "Rechts", ok: "OK", back: "Zurück", info: "Info",
    name: "Namen tippen",
    connecting: "verbinde …",
    ended: "beendet: den Begleiter neu starten", unreachable: "keine Antwort: ist das Gerät an?",
    uncounted: "nicht gezählt: noch einmal drücken",
    keys: "← → · Eingabe: OK · Esc: zurück · I: Info",
    code: "Der Code auf dem Bildschirm des Geräts",
    wrong: "Das ist nicht der Code.", wait: "Noch {seconds} s warten.", gone: "Keine Verbindung.",
    more: "Mehr", share: "Das Spiel teilen", picture: "Bild vom Ergebnis", record: "Protokoll des Spiels",
    nogame: "Es gibt noch kein Spiel.", secret: "Die Karotten sind geheim: Das Protokoll kommt nach dem Ende.",
    choose: "Such aus, was du speichern willst.", later: "Warte einen Moment.",
    here: "Dieses Gerät", sound: "Töne", vibration: "Beim Drücken vibrieren", awake: "Bildschirm anlassen",
  },
  hu: {
    screen: "A játéktárs képernyője",
    left: "Balra", right: "Jobbra", ok: "OK", back: "Vissza", info: "Infó",
    name: "Név beírása",
    connecting: "kapcsolódás…",
    ended: "a játéktárs leállt: indítsd újra", unreachable: "nincs válasz: be van kapcsolva?",
    uncounted: "nem számít: nyomd meg újra",
    keys: "← → · Enter: OK · Esc: vissza · I: infó",
    code: "A készülék képernyőjén látható kód",
    wrong: "Nem ez a kód.", wait: "Várj még {seconds} mp-et.", gone: "Nincs kapcsolat.",
    more: "Több", share: "A játék megosztása", picture: "Kép az eredményről", record: "A játék jegyzőkönyve",
    nogame: "Még nincs játék.", secret: "A répák titkosak: a jegyzőkönyv a végén jön.",
    choose: "Válaszd ki, mit mentesz.", later: "Várj egy pillanatot.",
    here: "Ez az eszköz", sound: "Hangok", vibration: "Rezegjen gombnyomáskor", awake: "Maradjon bekapcsolva a képernyő",
  },
  cs: {
    screen: "Displej herního pomocníka",
    left: "Vlevo", right: "Vpravo", ok: "OK", back: "Zpět", info: "Info",
    name: "Napsat jméno",
    connecting: "připojuji…",
    ended: "pomocník skončil: spusť ho znovu", unreachable: "bez odpovědi: je přístroj zapnutý?",
    uncounted: "nepočítá se: stiskni znovu",
    keys: "← → · Enter: OK · Esc: zpět · I: info",
    code: "Kód na displeji přístroje",
    wrong: "To není ten kód.", wait: "Počkej {seconds} s.", gone: "Bez spojení.",
    more: "Více", share: "Sdílet hru", picture: "Obrázek výsledku", record: "Záznam hry",
    nogame: "Zatím není žádná hra.", secret: "Mrkve jsou tajné: záznam bude po konci hry.",
    choose: "Vyber, co uložit.", later: "Počkej chvilku.",
    here: "Toto zařízení", sound: "Zvuky", vibration: "Vibrovat při stisku", awake: "Nechat displej zapnutý",
  },
  ru: {
    screen: "Экран помощника",
    left: "Влево", right: "Вправо", ok: "ОК", back: "Назад", info: "Инфо",
    name: "Ввести имя",
    connecting: "соединение…",
    ended: "завершено: запусти его снова", unreachable: "нет ответа: он включён?",
    uncounted: "не засчитано: нажми ещё раз",
    keys: "← → · Enter: ОК · Esc: назад · I: инфо",
    code: "Код на экране устройства",
    wrong: "Код неверный.", wait: "Подожди {seconds} с.", gone: "Нет связи.",
    more: "Ещё", share: "Поделиться игрой", picture: "Картинка с итогом", record: "Запись игры",
    nogame: "Игры пока нет.", secret: "Морковки тайные: запись будет после конца.",
    choose: "Выбери, что сохранить.", later: "Подожди немного.",
    here: "Это устройство", sound: "Звуки", vibration: "Вибрация при нажатии", awake: "Не гасить экран",
  },
};

export let words;

function browserLanguage() {
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  return wanted.find((tag) => tag in WORDS) ?? "en";
}

/** Take the words of a language; return whether it is another one than before. */
export function speak(language) {
  const isNew = language in WORDS && words !== WORDS[language];
  if (isNew) {
    words = WORDS[language];
    document.documentElement.lang = language;
  }
  return isNew;
}

speak(browserLanguage());
