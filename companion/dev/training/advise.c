/* advise EDITION TABLE PLAYERS TEAMS NETWORK
 *
 * Choose for count_reasons.py, a line a position: [level, turn, prompt, entries, seats..] as trace.c
 * prints seats; in teams every other seat is a mate. Answers with the numbers of the chosen and of
 * the second best action (-1: none), and the own move that is expected next: its square (-1: none,
 * or no move) and its piece. */
#include "search.h"

static int read_position(Game *g, int teams, int *level) {
  int turn, ask, entries;
  if (scanf("%d %d %d %d", level, &turn, &ask, &entries) != 4) return 0;
  g->turn = turn; g->ask = ask; g->entries = entries; g->arrived = 0; g->teams = teams;
  for (int i = 0; i < g->players; i++) {
    int carrots, lettuces, n[4];
    if (scanf("%d %d", &carrots, &lettuces) != 2) return 0;
    g->seat[i].carrots = carrots; g->seat[i].lettuces = lettuces; g->seat[i].team = teams ? i % 2 : -1;
    for (int j = 0; j < g->pieces; j++) {
      for (int k = 0; k < 4; k++) if (scanf("%d", &n[k]) != 1) return 0;
      g->seat[i].piece[j] = (Piece){n[0], n[1], n[2], n[3]};
      g->arrived += n[2] > 0;
    }
  }
  return 1;
}

/* Return the own action that is expected next: the others answer by the network. */
static Action next_own(const Player *p, Game g, int me) {
  Action none = {PASS, -1, 0, 0};
  for (int plies = 0; plies < 12 && !is_decided(&g, me); plies++) {
    Action a[MOST_ACTIONS];
    int n = legal_actions(&g, a), s = g.turn, chosen = 0;
    float best = -1;
    for (int i = 0; i < n; i++) {
      Game then = g;
      Undrawn undrawn = apply_blindly(&then, a[i]);
      float v = value_of(p->net, &then, s, undrawn);
      if (v > best) { best = v; chosen = i; }
    }
    if (s == me) return a[chosen].verb == FORWARD ? a[chosen] : none;
    apply_blindly(&g, a[chosen]);
  }
  return none;
}

static int second_best(const Player *p, const Game *g, const Action *a, int n, int chosen) {
  Action rest[MOST_ACTIONS];
  int count = 0, number[MOST_ACTIONS];
  for (int i = 0; i < n; i++) if (i != chosen) { number[count] = i; rest[count++] = a[i]; }
  return count ? number[choose_ahead(p, g, rest, count)] : -1;
}

int main(int argc, char **argv) {
  if (argc < 6) { fprintf(stderr, "see the head of advise.c\n"); return 2; }
  static Network net;
  Game g;
  Random r = {5};
  int players = atoi(argv[3]), teams = atoi(argv[4]), level;
  read_edition(argv[1]);
  read_tables(argv[2]);
  read_network(&net, players * (players == 2 ? 2 : 1), argv[5]);
  start_game(&g, players);
  while (read_position(&g, teams ? 2 : 0, &level)) {
    Player p = {&net, level, 12, 750, 0.25f, 0.7f, 1, 1, 1.0f, 0.03f};
    Action a[MOST_ACTIONS], next = {PASS, -1, 0, 0};
    int n = legal_actions(&g, a), chosen = choose(&p, &g, &r), second = -1;
    if (level == STRONG && n > 1 && !is_late(&g)) {
      Game after = g;
      second = second_best(&p, &g, a, n, chosen);
      if (apply_blindly(&after, a[chosen]).piece < 0) next = next_own(&p, after, g.turn);
    }
    printf("%d %d %d %d\n", chosen, second, next.to, next.piece);
    fflush(stdout);
  }
  return 0;
}
