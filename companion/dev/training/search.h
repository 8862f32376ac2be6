/* How the levels choose: by the table, by the network, by looking ahead (companion/players). */
#ifndef SEARCH_H
#define SEARCH_H

#include "model.h"

typedef enum { CHILD, EASY, GOOD, STRONG } Level;
typedef struct {
  const Network *net;
  Level level;
  int keep, most_evaluations;
  float margin, mix;
  int replies; /* of how many best replies of others the first is believed: 1 or 2 */
  int rounds;
  float slack, temperature; /* of GOOD */
} Player;

enum { PATIENCE = 45, PAIR_PATIENCE = 25, ANY_STOCK = 27 };
static long EVALUATIONS;

/* What a seat holds after its next turn, where that turn is already known. */
typedef struct { int lettuces, carrots, place; float turns; } Stock;

static Stock stock_of(const Game *g, int s) {
  const Seat *seat = &g->seat[s];
  Stock stock = {seat->lettuces, seat->carrots, g->arrived + 1, 0};
  for (int j = 0; j < g->pieces; j++) {
    const Piece *piece = &seat->piece[j];
    int rank = rank_of(g, s, j);
    if (piece->landed && pays(EDITION.board[piece->square], rank)) stock.carrots += 10 * rank;
    if (piece->status == MUST_EAT && stock.lettuces) { stock.lettuces--; stock.carrots += 10 * rank; }
    stock.turns += piece->status == MUST_EAT || piece->status == MUST_MISS || piece->status == MUST_CHEW;
  }
  return stock;
}

/* Two pieces share their stock: the best way to divide it. */
static float pair_turns(const Seat *seat, Stock stock) {
  float best = 1e9f;
  for (int l = 0; l <= stock.lettuces; l++)
    for (int part = 0; part <= 8; part++) {
      int c = stock.carrots * part / 8;
      float first = turns_home(EXPECTED, l, seat->piece[0].square, c, ANY_STOCK);
      float second = turns_home(EXPECTED, stock.lettuces - l, seat->piece[1].square, stock.carrots - c, stock.place + 1);
      best = least(best, first + second);
    }
  return best;
}

/* Return the turns that a seat needs until its last piece is Home. */
static float table_turns(const Game *g, int s) {
  const Seat *seat = &g->seat[s];
  Stock stock = stock_of(g, s);
  if (!is_racing(g, s)) return -1;
  if (is_first_of_pair(g, s)) return stock.turns + pair_turns(seat, stock);
  int j = g->pieces == 2 && seat->piece[0].place;
  return stock.turns + turns_home(EXPECTED, stock.lettuces, seat->piece[j].square, stock.carrots, stock.place);
}

/* The same for a plan that cannot fail; of a pair, for the piece that is Home first. */
static float sure_turns(const Game *g, int s) {
  const Seat *seat = &g->seat[s];
  Stock stock = stock_of(g, s);
  int pair = is_first_of_pair(g, s);
  float best = 1e9f;
  if (!is_racing(g, s)) return -20;
  for (int j = 0; j < g->pieces; j++)
    if (!seat->piece[j].place)
      best = least(best, turns_home(SURE, stock.lettuces, seat->piece[j].square, stock.carrots,
                                    pair ? ANY_STOCK : stock.place));
  return stock.turns + best + (pair ? 20 : 0);
}

/* Choose one of the fewest turns, with a temperature (in turns). */
static int choose_turns(float *turns, int n, float temperature, Random *r) {
  float best = 1e9f, total = 0;
  int choice = 0;
  for (int i = 0; i < n; i++)
    if (turns[i] < best) { best = turns[i]; choice = i; }
  if (temperature <= 0) return choice;
  for (int i = 0; i < n; i++) total += turns[i] = expf((best - turns[i]) / temperature);
  float point = uniform(r) * total;
  for (choice = 0; choice < n - 1 && point >= turns[choice]; choice++) point -= turns[choice];
  return choice;
}

static int choose_by_table(const Game *g, const Action *a, int n, float temperature, Random *r) {
  float turns[MOST_ACTIONS];
  for (int i = 0; i < n; i++) {
    Game after = *g;
    apply_blindly(&after, a[i]);
    turns[i] = table_turns(&after, g->turn);
  }
  return choose_turns(turns, n, temperature, r);
}

/* Return whether an action ends where chance decides what it brings. */
static int is_unsure(Action a) {
  return a.verb == FORWARD && strchr("H234F", EDITION.board[a.to]) != NULL;
}

/* Late in a game: a plan that cannot fail. A little chance, or two could wait for each other. */
static int hurry(const Game *g, const Action *a, int n, Random *r) {
  float turns[MOST_ACTIONS];
  for (int i = 0; i < n; i++) {
    Game after = *g;
    apply_blindly(&after, a[i]);
    turns[i] = sure_turns(&after, g->turn) + 3 * is_unsure(a[i]);
  }
  return choose_turns(turns, n, 0.25f, r);
}
static inline int is_late(const Game *g) { return g->entries > PATIENCE * g->players * g->pieces; }
static inline int is_late_for_pairs(const Game *g) {
  return g->pieces == 2 && g->entries > PAIR_PATIENCE * g->players * g->pieces;
}

/* Find the seat's best action by the network alone; `after` gets the position behind it. */
static float best_action(const Player *p, const Game *g, Game *after, Game *second, float *lesser) {
  Action a[MOST_ACTIONS];
  int n = legal_actions(g, a), s = g->turn;
  float best = -1, next = -1;
  for (int i = 0; i < n; i++) {
    Game then = *g;
    Undrawn undrawn = apply_blindly(&then, a[i]);
    EVALUATIONS++;
    float v = value_of(p->net, &then, s, undrawn);
    if (v > best) {
      if (second) { *second = *after; next = best; }
      best = v; *after = then;
    } else if (second && v > next) { next = v; *second = then; }
  }
  if (lesser) *lesser = next;
  return best;
}

/* Value a position by what follows: the others answer by the network, then my best action. */
static float look_ahead(const Player *p, Game g, int me, int spread, int rounds) {
  Game after, second;
  float lesser;
  for (int plies = 0; plies < 12 * rounds; plies++) {
    if (is_decided(&g, me)) return utility(&g, me);
    if (g.turn == me && rounds-- <= 1) return best_action(p, &g, &after, NULL, NULL);
    float v = best_action(p, &g, &after, spread ? &second : NULL, &lesser);
    if (spread && lesser > v - 0.02f) {
      /* two replies as good as each other: the mean over both */
      return 0.5f * look_ahead(p, after, me, spread - 1, rounds) + 0.5f * look_ahead(p, second, me, spread - 1, rounds);
    }
    g = after;
  }
  return value_of(p->net, &g, me, DRAWN);
}

static float mixed(const Player *p, const Game *g, int me, float v) {
  return p->mix * look_ahead(p, *g, me, p->replies - 1, p->rounds) + (1 - p->mix) * v;
}

/* Value a position in which a card was just drawn by `me`. */
static float value_drawn(const Player *p, const Game *g, int me) {
  if (is_decided(g, me)) return utility(g, me);
  if (g->ask && g->turn == me) {
    Game after;
    float v = best_action(p, g, &after, NULL, NULL);
    return is_decided(&after, me) ? v : mixed(p, &after, me, v);
  }
  EVALUATIONS++;
  return mixed(p, g, me, value_of(p->net, g, me, DRAWN));
}

/* Return the mean over all cards of a hare square. */
static float value_cards(const Player *p, const Game *g, Action a) {
  float sum = 0;
  int me = g->turn, total = EDITION.deck_total;
  for (int c = 0; c < CARD_KINDS; c++) {
    int share = EDITION.deck[c];
    if (!total) {
      Game then = *g;
      apply_blindly(&then, a);
      int rank = rank_of(&then, me, a.piece);
      for (int roll = 0; roll < 6; roll++) share += EDITION.chart[roll][rank - 1] == c;
    }
    if (!share) continue;
    Game then = *g;
    Draws draws = {.fixed = c};
    apply(&then, a, &draws);
    sum += share * value_drawn(p, &then, me);
  }
  return sum / (total ? total : 6);
}

static int choose_ahead(const Player *p, const Game *g, const Action *a, int n) {
  Game after[MOST_ACTIONS];
  Undrawn undrawn[MOST_ACTIONS];
  float v[MOST_ACTIONS], best = -1, top = -1;
  int s = g->turn, used[MOST_ACTIONS] = {0}, choice = 0;
  long begun = EVALUATIONS;
  for (int i = 0; i < n; i++) {
    after[i] = *g;
    undrawn[i] = apply_blindly(&after[i], a[i]);
    EVALUATIONS++;
    v[i] = value_of(p->net, &after[i], s, undrawn[i]);
    if (v[i] > best) { best = v[i]; choice = i; }
  }
  for (int k = 0; k < p->keep; k++) {
    int t = -1;
    for (int i = 0; i < n; i++) if (!used[i] && (t < 0 || v[i] > v[t])) t = i;
    if (t < 0 || v[t] < best - p->margin || EVALUATIONS - begun > p->most_evaluations) break;
    used[t] = 1;
    float q = v[t];
    if (undrawn[t].piece < 0) q = is_decided(&after[t], s) ? v[t] : mixed(p, &after[t], s, v[t]);
    else if (EVALUATIONS - begun < 0.6f * p->most_evaluations) q = value_cards(p, g, a[t]);
    if (q > top) { top = q; choice = t; }
  }
  return choice;
}

static int choose(const Player *p, const Game *g, Random *r) {
  Action a[MOST_ACTIONS];
  int n = legal_actions(g, a);
  if (n == 1) return 0;
  int by_table = p->level == CHILD || p->level == EASY;
  if (is_late(g) || (by_table && is_late_for_pairs(g))) return hurry(g, a, n, r);
  if (p->level == CHILD) return choose_by_table(g, a, n, p->temperature, r);
  if (p->level == EASY) return choose_by_table(g, a, n, 0, r);
  if (p->level == STRONG) return choose_ahead(p, g, a, n);
  float v[MOST_ACTIONS], turns[MOST_ACTIONS], best = -1, total = 0, least_turns = 1e9f;
  for (int i = 0; i < n; i++) {
    Game after = *g;
    Undrawn undrawn = apply_blindly(&after, a[i]);
    v[i] = value_of(p->net, &after, g->turn, undrawn);
    turns[i] = table_turns(&after, g->turn);
    least_turns = least(least_turns, turns[i]);
  }
  for (int i = 0; i < n; i++)
    if (turns[i] <= least_turns + p->slack && v[i] > best) best = v[i];
  for (int i = 0; i < n; i++)
    total += v[i] = turns[i] <= least_turns + p->slack ? expf((v[i] - best) / p->temperature) : 0;
  float point = uniform(r) * total;
  int choice = 0;
  for (; choice < n - 1 && point >= v[choice]; choice++) point -= v[choice];
  return choice;
}
#endif
