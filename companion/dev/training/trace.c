/* trace EDITION TABLE PLAYERS TEAMS GAMES SEED [NETWORK]
 *
 * Print random games, a JSON array of numbers a decision, for the test that compares this engine
 * with companion.rules: [legal, seat, chosen, drawn.., -1, turn, prompt, over, seats..], and with
 * NETWORK the value of the position for the seat that moved. The first line of a game is its
 * teams. */
#include "search.h"

static void print_state(const Game *g) {
  printf("%d,%d,%d", g->over ? -1 : g->turn, g->over ? 0 : g->ask, g->over);
  for (int i = 0; i < g->players; i++) {
    printf(",%d,%d", g->seat[i].carrots, g->seat[i].lettuces);
    for (int j = 0; j < g->pieces; j++) {
      const Piece *p = &g->seat[i].piece[j];
      printf(",%d,%d,%d,%d", p->square, p->status, p->place, p->landed);
    }
  }
}

int main(int argc, char **argv) {
  if (argc < 7) { fprintf(stderr, "see the head of trace.c\n"); return 2; }
  int players = atoi(argv[3]);
  static Network net;
  read_edition(argv[1]);
  read_tables(argv[2]);
  if (argc > 7) read_network(&net, players * (players == 2 ? 2 : 1), argv[7]);
  for (int k = 0; k < atoi(argv[5]); k++) {
    Random r = {atol(argv[6]) + k * 7919};
    Game g;
    start_game(&g, players);
    if (atoi(argv[4])) draw_teams(&g, &r);
    printf("[");
    for (int i = 0; i < players; i++) printf("%s%d", i ? "," : "", g.seat[i].team);
    printf("]\n");
    int nearby = below(&r, 3);
    while (!g.over && g.entries < 600) {
      Action a[MOST_ACTIONS];
      int n = legal_actions(&g, a), s = g.turn, b = below(&r, n);
      if (nearby && below(&r, 3)) b = below(&r, n < 6 ? n : 6);
      if (nearby == 2 && a[n - 1].verb == BACK && below(&r, 3) == 0) b = n - 1;
      for (int i = 0; i < n; i++) if (a[i].to == HOME) b = i;
      Draws draws = {AT_RANDOM, &r};
      printf("[%d,%d,%d", n, s, b);
      apply(&g, a[b], &draws);
      for (int i = 0; i < draws.count; i++) printf(",%d", draws.rolls[i]);
      printf(",-1,");
      print_state(&g);
      if (argc > 7) printf(",%.6f", g.over ? utility(&g, s) : value_of(&net, &g, s, DRAWN));
      printf("]\n");
    }
  }
  return 0;
}
