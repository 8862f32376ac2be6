/* train EDITION TABLE PLAYERS TEAMS GAMES SEED OUT [START LOOKAHEAD_SHARE RATE]
 *
 * Train a network by self-play, TD(lambda) over the positions after each own turn. TEAMS is 0 or 1.
 * With START it goes on from a network; LOOKAHEAD_SHARE of its games are chosen by looking ahead. */
#include "search.h"

enum { MOST_STEPS = 1200 };
static const float LAMBDA = 0.85f, PER_TURN = 0.997f;
static struct { Inputs inputs; float value; } STEPS[MOST_PLAYERS][MOST_STEPS];
static int COUNT[MOST_PLAYERS];

static void record_step(const Network *net, const Game *g, int s, Undrawn undrawn) {
  if (COUNT[s] >= MOST_STEPS) return;
  Inputs *in = &STEPS[s][COUNT[s]].inputs;
  find_inputs(g, s, undrawn, in);
  STEPS[s][COUNT[s]++].value = run_network(net, in, NULL);
}

static int choose_training(const Player *p, const Game *g, int by_table, int ahead, float explore,
                           Random *r, const Action *a, int n) {
  float v[MOST_ACTIONS], best = -1e9f;
  int choice = 0, s = g->turn;
  if (ahead && !by_table && uniform(r) >= explore) return choose(p, g, r);
  for (int i = 0; i < n; i++) {
    Game after = *g;
    Undrawn undrawn = apply_blindly(&after, a[i]);
    if (by_table) v[i] = 0.4f * uniform(r) - table_turns(&after, s);
    else v[i] = value_of(p->net, &after, s, undrawn);
    if (v[i] > best) { best = v[i]; choice = i; }
  }
  if (uniform(r) >= explore) return choice;
  for (int tries = 0; tries < 20; tries++) {
    int i = below(r, n);
    if (v[i] > best - (by_table ? 2 : 0.08f)) return i;
  }
  return choice;
}

/* Play a game and keep each seat's positions; return whether it came to an end. */
static int play_game(const Player *p, Game *g, int players, int teams, float share, float explore,
                     Random *r) {
  int by_table[MOST_PLAYERS] = {0}, ahead = uniform(r) < share;
  memset(COUNT, 0, sizeof COUNT);
  start_game(g, players);
  if (teams) draw_teams(g, r);
  if (below(r, 4) == 0)
    for (int i = 0; i < players; i++) by_table[i] = below(r, 2);
  int opening = below(r, 2) ? players : 0;
  for (int plies = 0; !g->over && plies < 1100; plies++) {
    Action a[MOST_ACTIONS];
    int n = legal_actions(g, a), s = g->turn, b = 0;
    if (n > 1 && g->entries < opening && !g->ask) b = below(r, n < 10 ? n : 10);
    else if (n > 1 && is_late(g)) b = choose(p, g, r);
    else if (n > 1) b = choose_training(p, g, by_table[s], ahead, explore, r, a, n);
    if (a[b].verb == FORWARD && EDITION.board[a[b].to] == 'H') {
      Game after = *g;
      Undrawn undrawn = apply_blindly(&after, a[b]);
      record_step(p->net, &after, s, undrawn);
    }
    Draws draws = {AT_RANDOM, r};
    apply(g, a[b], &draws);
    if (!g->over && !g->ask && is_racing(g, s)) record_step(p->net, g, s, DRAWN);
  }
  return g->over;
}

static void learn(Network *net, const Game *g, float rate, double *loss, long *steps) {
  for (int s = 0; s < g->players; s++) {
    float target = utility(g, s);
    for (int t = COUNT[s] - 1; t >= 0; t--) {
      if (t < COUNT[s] - 1)
        target = PER_TURN * ((1 - LAMBDA) * STEPS[s][t + 1].value + LAMBDA * target);
      Lanes hidden[BLOCKS];
      float error = target - run_network(net, &STEPS[s][t].inputs, hidden);
      *loss += error * error;
      ++*steps;
      step_network(net, &STEPS[s][t].inputs, hidden, rate * error);
    }
  }
}

int main(int argc, char **argv) {
  if (argc < 8) { fprintf(stderr, "see the head of train.c\n"); return 2; }
  int players = atoi(argv[3]), teams = atoi(argv[4]);
  long games = atol(argv[5]);
  Random r = {atol(argv[6])};
  static Network net;
  read_edition(argv[1]);
  read_tables(argv[2]);
  int pieces = players * (players == 2 ? 2 : 1), goes_on = argc > 8;
  if (goes_on) read_network(&net, pieces, argv[8]);
  else seed_network(&net, pieces, &r);
  float share = goes_on ? atof(argv[9]) : 0, rate = goes_on ? atof(argv[10]) : 0.02f;
  Player p = {&net, STRONG, 5, 400, 0.06f, 0.7f, 1, 1};
  double loss = 0, entries = 0;
  long steps = 0, open = 0, tenth = games / 10 + 1;
  for (long k = 0; k < games; k++) {
    float done = k / (float)games, explore = done < 0.2f && !goes_on ? 0.15f : 0.06f;
    float slower = done < 0.4f ? 1 : done < 0.7f ? 0.3f : done < 0.9f ? 0.1f : 0.03f;
    Game g;
    if (!play_game(&p, &g, players, teams, share, explore, &r)) { open++; continue; }
    entries += g.entries;
    learn(&net, &g, rate * slower, &loss, &steps);
    if ((k + 1) % tenth == 0) {
      fprintf(stderr, "%ld games, %.1f entries, error %.4f, unfinished %ld\n", k + 1,
              entries / tenth, sqrt(loss / steps), open);
      loss = entries = steps = 0;
    }
  }
  write_network(&net, argv[7]);
  return 0;
}
