/* The game for training: the rules of companion.rules with the default rulings of an edition.
 *
 * Hare cards are drawn independently of each other (with replacement), so that a position holds no
 * pile. tests/dev/test_training_engine.py compares every state with companion.rules. */
#ifndef GAME_H
#define GAME_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HOME = 64, MOST_PLAYERS = 6, MOST_ACTIONS = 160 };

typedef enum { FORWARD, BACK, CARROTS, EAT, CHEW, MISS, RESTART, PASS, TEN, KEEP, BANK } Verb;
typedef enum { FREE, MUST_EAT, HAS_EATEN, MUST_MISS, MUST_CHEW } Status;
typedef enum { NO_PROMPT, ASK_AGAIN, ASK_TEN, ASK_KEEP } Prompt;

/* The order of companion.rules.CARDS. */
typedef enum {
  FALL_BACK, ADVANCE, FREE_RIDE, TAKE_TEN, EAT_LETTUCE, MISS_TURN, GO_AGAIN, CARROT_FORWARD,
  CARROT_BACK, GIVE_TEN, BEHIND_OR_AGAIN, EXACTLY_65, TEN_PER_LETTUCE, LOSE_HALF, SHOW_CARROTS,
  SHUFFLE, EAT_CARROT, CARD_KINDS
} Card;

typedef struct {
  char board[66];
  int carrots[7], lettuces[7];      /* starting stock by number of players */
  int deck[CARD_KINDS], deck_total; /* deck_total is 0 where there is a chart */
  int chart[6][6];
  int next_vacant, retreat, pair_needs_lettuces;
  int tortoise_behind[65], carrot_ahead[65], carrot_behind[65], lettuce_ahead[65];
} Edition;

typedef struct { int8_t square, status, place, landed; } Piece;
typedef struct { Piece piece[2]; int16_t carrots; int8_t lettuces, team; } Seat;
typedef struct {
  Seat seat[MOST_PLAYERS];
  int8_t players, pieces, teams, turn, ask, over, arrived, giver, receivers;
  int16_t entries;
} Game;
typedef struct { int8_t verb, to, by, piece; } Action;

typedef struct { uint64_t state; } Random;

/* Where cards come from: `fixed` first (then cards without effect), else at random. */
typedef struct { int fixed; Random *random; int rolls[64], count; } Draws;
enum { AT_RANDOM = -1 };

static Edition EDITION;

static inline uint64_t random_word(Random *r) {
  uint64_t z = (r->state += 0x9E3779B97F4A7C15ull);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}
static inline int below(Random *r, int n) {
  return (int)(((random_word(r) >> 32) * (uint64_t)n) >> 32);
}
static inline float uniform(Random *r) { return (random_word(r) >> 40) * (1.0f / 16777216.0f); }
static inline int cost(int squares) { return squares * (squares + 1) / 2; }

/* Read the edition as companion.dev.training writes it: numbers and the board, in a fixed order. */
static void read_edition(const char *path) {
  FILE *file = fopen(path, "r");
  Edition *e = &EDITION;
  int good = file && fscanf(file, "%65s", e->board) == 1;
  for (int n = 2; n <= 6; n++) good &= fscanf(file, "%d %d", &e->carrots[n], &e->lettuces[n]) == 2;
  for (int c = 0; c < CARD_KINDS; c++) {
    good &= fscanf(file, "%d", &e->deck[c]) == 1;
    e->deck_total += e->deck[c];
  }
  for (int i = 0; i < 36; i++) good &= fscanf(file, "%d", &e->chart[i / 6][i % 6]) == 1;
  good &= fscanf(file, "%d %d %d", &e->next_vacant, &e->retreat, &e->pair_needs_lettuces) == 3;
  if (!good) { fprintf(stderr, "%s: not an edition\n", path); exit(1); }
  fclose(file);
  int tortoise = 0, carrot = 0, lettuce = 0;
  for (int p = 0; p <= HOME; p++) {
    e->tortoise_behind[p] = tortoise;
    e->carrot_behind[p] = carrot;
    if (e->board[p] == 'T') tortoise = p;
    if (e->board[p] == 'C') carrot = p;
  }
  carrot = 0;
  for (int p = HOME; p >= 0; p--) {
    e->carrot_ahead[p] = carrot;
    e->lettuce_ahead[p] = lettuce;
    if (e->board[p] == 'C') carrot = p;
    if (e->board[p] == 'L') lettuce = p;
  }
}

static inline uint64_t occupied(const Game *g) {
  uint64_t mask = 0;
  for (int i = 0; i < g->players; i++)
    for (int j = 0; j < g->pieces; j++) {
      int p = g->seat[i].piece[j].square;
      if (p > 0 && p < HOME) mask |= 1ull << p;
    }
  return mask;
}
static inline int rank_of(const Game *g, int s, int j) {
  const Piece *mine = &g->seat[s].piece[j];
  if (mine->place) return mine->place;
  int rank = 1;
  for (int i = 0; i < g->players; i++)
    for (int k = 0; k < g->pieces; k++) rank += g->seat[i].piece[k].square > mine->square;
  return rank;
}
static inline int is_racing(const Game *g, int s) {
  return !g->seat[s].piece[0].place || (g->pieces == 2 && !g->seat[s].piece[1].place);
}
static inline int has_lettuce_to_eat(const Game *g, int s) {
  int waiting = 0;
  for (int j = 0; j < g->pieces; j++) waiting += g->seat[s].piece[j].status == MUST_EAT;
  return g->seat[s].lettuces > waiting;
}
static inline int is_first_of_pair(const Game *g, int s) {
  return g->pieces == 2 && !g->seat[s].piece[0].place && !g->seat[s].piece[1].place;
}
static inline int may_finish(const Game *g, int s, int left) {
  int first = is_first_of_pair(g, s);
  if (g->seat[s].lettuces && !(first && !EDITION.pair_needs_lettuces)) return 0;
  return first || left <= 10 * (g->arrived + 1);
}
static inline int pays(char kind, int rank) {
  if (kind == 'F') return rank == 1 || rank == 5 || rank == 6;
  return kind >= '2' && kind <= '4' && kind - '0' == rank;
}

static int add_moves(const Game *g, int s, int j, uint64_t taken, Action *out) {
  const Seat *seat = &g->seat[s];
  int from = seat->piece[j].square, n = 0, eats = has_lettuce_to_eat(g, s);
  for (int d = 1; from + d <= HOME && cost(d) <= seat->carrots; d++) {
    int to = from + d;
    char kind = EDITION.board[to];
    if (kind == 'T' || (kind == 'L' && !eats) || (to < HOME && (taken >> to & 1))) continue;
    if (to == HOME && !may_finish(g, s, seat->carrots - cost(d))) continue;
    out[n++] = (Action){FORWARD, to, 0, j};
  }
  int back = EDITION.tortoise_behind[from];
  if (back && !(taken >> back & 1)) out[n++] = (Action){BACK, back, 0, j};
  return n;
}

static int stuck_actions(const Game *g, int s, uint64_t taken, Action *out) {
  const Seat *seat = &g->seat[s];
  int n = 0;
  for (int j = 0; j < g->pieces; j++) {
    int p = seat->piece[j].square, out_there = 0;
    if (seat->piece[j].place) continue;
    if (EDITION.retreat && p >= 60 && cost(HOME - p) <= seat->carrots) {
      int back = EDITION.tortoise_behind[p];
      while (back && (taken >> back & 1)) back = EDITION.tortoise_behind[back];
      if (back) { out[n++] = (Action){BACK, back, 0, j}; continue; }
    }
    for (int k = 0; k < g->pieces; k++)
      out_there |= seat->piece[k].square > 0 && seat->piece[k].square < HOME;
    if (p > 0 || !out_there) out[n++] = (Action){RESTART, 0, 0, j};
  }
  return n;
}

static int turn_actions(const Game *g, int s, uint64_t taken, Action *out) {
  const Seat *seat = &g->seat[s];
  Action others[MOST_ACTIONS];
  int n = 0, rest = 0, misses = 0;
  for (int j = 0; j < g->pieces; j++) {
    const Piece *piece = &seat->piece[j];
    if (piece->place) continue;
    if (piece->status == MUST_MISS) { misses = 1; continue; }
    Action moves[70];
    int count = add_moves(g, s, j, taken, moves);
    if (count && piece->status == HAS_EATEN) {
      memcpy(out + n, moves, count * sizeof *moves);
      n += count;
      continue;
    }
    memcpy(others + rest, moves, count * sizeof *moves);
    rest += count;
    if (EDITION.board[piece->square] == 'C') {
      others[rest++] = (Action){CARROTS, 0, 10, j};
      if (seat->carrots >= 10) others[rest++] = (Action){CARROTS, 0, -10, j};
    }
  }
  if (n) return n;
  if (rest) { memcpy(out, others, rest * sizeof *others); return rest; }
  if (misses) { out[0] = (Action){MISS, 0, 0, 0}; return 1; }
  return stuck_actions(g, s, taken, out);
}

static int legal_actions(const Game *g, Action *out) {
  int s = g->turn, n = 0;
  const Seat *seat = &g->seat[s];
  if (g->over) return 0;
  if (g->ask == ASK_TEN) {
    out[n++] = (Action){TEN, 0, 10, 0};
    if (seat->carrots >= 10) out[n++] = (Action){TEN, 0, -10, 0};
    out[n++] = (Action){TEN, 0, 0, 0};
    return n;
  }
  if (g->ask == ASK_KEEP) {
    out[n++] = (Action){KEEP, 0, 0, 0};
    out[n++] = (Action){BANK, 0, 0, 0};
    return n;
  }
  uint64_t taken = occupied(g);
  if (g->ask == ASK_AGAIN) {
    for (int j = 0; j < g->pieces; j++) {
      const Piece *piece = &seat->piece[j];
      if (!piece->place && (piece->status == FREE || piece->status == HAS_EATEN))
        n += add_moves(g, s, j, taken, out + n);
    }
    out[n++] = (Action){PASS, 0, 0, 0};
    return n;
  }
  for (int j = 0; j < g->pieces; j++) {
    if (seat->piece[j].status == MUST_EAT) out[n++] = (Action){EAT, 0, 0, j};
    if (seat->piece[j].status == MUST_CHEW) out[n++] = (Action){CHEW, 0, 0, j};
  }
  return n ? n : turn_actions(g, s, taken, out);
}

static int is_over(const Game *g) {
  int racing = 0;
  for (int i = 0; i < g->players; i++) racing += is_racing(g, i);
  if (racing <= 1) return 1;
  for (int t = 0; t < g->teams; t++) {
    int waiting = 0;
    for (int i = 0; i < g->players; i++) waiting |= g->seat[i].team == t && is_racing(g, i);
    if (!waiting) return 1;
  }
  return 0;
}

/* Put a piece down; return whether it stands on a hare square. */
static int stand(Game *g, int s, int j, int square) {
  Piece *piece = &g->seat[s].piece[j];
  char kind = EDITION.board[square];
  piece->square = square;
  piece->landed = 0;
  piece->status = FREE;
  if (square == HOME) {
    piece->place = ++g->arrived;
    g->over = is_over(g);
  } else {
    if (kind == 'L') piece->status = MUST_EAT;
    piece->landed = (kind >= '2' && kind <= '4') || kind == 'F';
  }
  return kind == 'H';
}

static int draw_card(const Game *g, int s, int j, Draws *draws) {
  if (draws->fixed != AT_RANDOM) {
    int card = draws->fixed;
    draws->fixed = SHOW_CARROTS;
    return card;
  }
  int card = 0;
  if (EDITION.deck_total) {
    int left = below(draws->random, EDITION.deck_total);
    while (left >= EDITION.deck[card]) left -= EDITION.deck[card++];
    if (draws->count < 64) draws->rolls[draws->count] = card;
  } else {
    int roll = below(draws->random, 6);
    card = EDITION.chart[roll][rank_of(g, s, j) - 1];
    if (draws->count < 64) draws->rolls[draws->count] = roll + 1;
  }
  draws->count++;
  return card;
}

static int first_free(const Game *g, int s, int from, int step, uint64_t barred) {
  uint64_t taken = occupied(g) | barred;
  int eats = has_lettuce_to_eat(g, s), to = from;
  while (to > 0 && to < HOME && ((taken >> to & 1) || (EDITION.board[to] == 'L' && !eats))) to += step;
  return to;
}

static int fall_back(Game *g, int s, int j) {
  int p = g->seat[s].piece[j].square, next = -1;
  for (int i = 0; i < g->players; i++)
    for (int k = 0; k < g->pieces; k++) {
      const Piece *other = &g->seat[i].piece[k];
      if (!other->place && other->square < p && other->square > next) next = other->square;
    }
  if (next < 0) return 0;
  return stand(g, s, j, next > 0 ? first_free(g, s, next - 1, -1, 0) : 0);
}

static int advance(Game *g, int s, int j) {
  int p = g->seat[s].piece[j].square, next = HOME + 1;
  uint64_t tortoises = 0;
  for (int q = 0; q < HOME; q++) tortoises |= (uint64_t)(EDITION.board[q] == 'T') << q;
  for (int i = 0; i < g->players; i++)
    for (int k = 0; k < g->pieces; k++) {
      const Piece *other = &g->seat[i].piece[k];
      if (!other->place && other->square > p && other->square < next) next = other->square;
    }
  if (next > HOME) return 0;
  int to = first_free(g, s, next + 1, 1, tortoises);
  if (to == HOME && !may_finish(g, s, g->seat[s].carrots)) return 0;
  return stand(g, s, j, to);
}

static void to_carrots(Game *g, int s, int j, const int *following) {
  uint64_t taken = occupied(g);
  int to = following[g->seat[s].piece[j].square];
  while (EDITION.next_vacant && to && (taken >> to & 1)) to = following[to];
  if (to && !(taken >> to & 1)) stand(g, s, j, to);
}

static void give_ten(Game *g, int s, int j) {
  int p = g->seat[s].piece[j].square, receivers = 0, count = 0;
  for (int i = 0; i < g->players; i++) {
    int behind = 0;
    for (int k = 0; k < g->pieces; k++)
      behind |= !g->seat[i].piece[k].place && g->seat[i].piece[k].square < p;
    if (i != s && behind) { receivers |= 1 << i; count++; }
  }
  if (!count || 10 * count > g->seat[s].carrots) return;
  g->seat[s].carrots -= 10 * count;
  g->ask = ASK_KEEP;
  g->giver = s;
  g->receivers = receivers;
  do g->turn = (g->turn + 1) % g->players;
  while (!(receivers >> g->turn & 1));
}

static void behind_or_again(Game *g, int s, int j) {
  int p = g->seat[s].piece[j].square, balance = 0;
  for (int i = 0; i < g->players; i++)
    for (int k = 0; k < g->pieces; k++) {
      int other = g->seat[i].piece[k].square;
      balance += (other < p) - (other > p);
    }
  if (balance > 0) g->seat[s].piece[j].status = MUST_MISS;
  else g->ask = ASK_AGAIN;
}

/* Obey a card; `paid` is -1 where a card brought the piece here. Return whether another is drawn. */
static int obey(Game *g, int s, int j, int card, int paid) {
  Seat *seat = &g->seat[s];
  Piece *piece = &seat->piece[j];
  switch (card) {
    case FALL_BACK: return fall_back(g, s, j);
    case ADVANCE: return advance(g, s, j);
    case FREE_RIDE: if (paid >= 0) seat->carrots += paid; break;
    case TAKE_TEN: g->ask = ASK_TEN; break;
    case EAT_LETTUCE: piece->status = MUST_EAT; break;
    case MISS_TURN: piece->status = MUST_MISS; break;
    case GO_AGAIN: g->ask = ASK_AGAIN; break;
    case CARROT_FORWARD: to_carrots(g, s, j, EDITION.carrot_ahead); break;
    case CARROT_BACK: to_carrots(g, s, j, EDITION.carrot_behind); break;
    case GIVE_TEN: give_ten(g, s, j); break;
    case BEHIND_OR_AGAIN: behind_or_again(g, s, j); break;
    case EXACTLY_65: seat->carrots = 65; break;
    case TEN_PER_LETTUCE:
      if (seat->lettuces) seat->carrots += 10 * seat->lettuces;
      else piece->status = MUST_MISS;
      break;
    case LOSE_HALF: seat->carrots -= seat->carrots / 2; break;
    case SHUFFLE:
      for (int i = 0; i < g->players; i++)
        if (i != s && is_racing(g, i) && g->seat[i].carrots) { g->seat[i].carrots--; seat->carrots++; }
      break;
    case EAT_CARROT: piece->status = MUST_CHEW; break;
    default: break;
  }
  return 0;
}

static void settle(Game *g, int s) {
  for (int j = 0; j < g->pieces; j++) {
    Piece *piece = &g->seat[s].piece[j];
    if (!piece->landed) continue;
    piece->landed = 0;
    int rank = rank_of(g, s, j);
    if (pays(EDITION.board[piece->square], rank)) g->seat[s].carrots += 10 * rank;
  }
}

static void restart(Game *g, int s, int j) {
  Seat *seat = &g->seat[s];
  int filled = EDITION.carrots[g->players];
  if (seat->carrots < filled) seat->carrots = filled;
  seat->piece[j] = (Piece){0, 0, 0, 0};
}

static void apply(Game *g, Action a, Draws *draws) {
  int s = g->turn, closing = g->ask == ASK_KEEP ? g->giver : s, missed = 0;
  Seat *seat = &g->seat[s];
  Piece *piece = &seat->piece[a.piece];
  for (int j = 0; j < g->pieces; j++)
    missed |= (g->seat[closing].piece[j].status == MUST_MISS) << j;
  g->entries++;
  g->ask = NO_PROMPT;
  switch (a.verb) {
    case FORWARD: {
      int paid = cost(a.to - piece->square), drawn = 0;
      seat->carrots -= paid;
      int on_hare = stand(g, s, a.piece, a.to);
      while (on_hare && drawn++ < 1000) {
        int card = draw_card(g, s, a.piece, draws);
        on_hare = obey(g, s, a.piece, card, drawn == 1 ? paid : -1);
      }
      break;
    }
    case BACK: seat->carrots += 10 * (piece->square - a.to); stand(g, s, a.piece, a.to); break;
    case CARROTS: case TEN: seat->carrots += a.by; break;
    case EAT:
      if (seat->lettuces) { seat->carrots += 10 * rank_of(g, s, a.piece); seat->lettuces--; }
      piece->status = HAS_EATEN;
      break;
    case CHEW:
      if (seat->carrots) { seat->carrots--; piece->status = HAS_EATEN; }
      else restart(g, s, a.piece);
      break;
    case RESTART: restart(g, s, a.piece); break;
    case KEEP: case BANK:
      if (a.verb == KEEP) seat->carrots += 10;
      g->receivers &= ~(1 << s);
      if (g->receivers) {
        g->ask = ASK_KEEP;
        do g->turn = (g->turn + 1) % g->players;
        while (!(g->receivers >> g->turn & 1));
      }
      break;
    default: break;
  }
  if (g->over || g->ask) return;
  for (int j = 0; j < g->pieces; j++) {
    Piece *each = &g->seat[closing].piece[j];
    if ((missed >> j & 1) && each->status == MUST_MISS) each->status = FREE;
  }
  g->turn = closing;
  do g->turn = (g->turn + 1) % g->players;
  while (!is_racing(g, g->turn));
  settle(g, g->turn);
}

static void start_game(Game *g, int players) {
  memset(g, 0, sizeof *g);
  g->players = players;
  g->pieces = players == 2 ? 2 : 1;
  for (int i = 0; i < players; i++) {
    g->seat[i].carrots = EDITION.carrots[players];
    g->seat[i].lettuces = EDITION.lettuces[players];
    g->seat[i].team = -1;
  }
}

/* Draw teams that may play: equal, team-mates not next to each other. */
static void draw_teams(Game *g, Random *r) {
  int teams = g->players == 6 && below(r, 2) ? 3 : 2, size = g->players / teams, good = 0;
  g->teams = teams;
  while (!good) {
    int left[3] = {size, size, size};
    for (int i = 0; i < g->players; i++) {
      int t = below(r, teams);
      while (!left[t]) t = (t + 1) % teams;
      left[t]--;
      g->seat[i].team = t;
    }
    good = 1;
    for (int i = 0; i < g->players; i++)
      good &= g->seat[i].team != g->seat[(i + 1) % g->players].team;
  }
}

/* Return the place of a seat in a finished game; the last one gets the number of players. */
static int final_place(const Game *g, int s) {
  if (g->pieces == 2) return is_racing(g, s) ? 2 : 1;
  return g->seat[s].piece[0].place ? g->seat[s].piece[0].place : g->players;
}
static int is_winner(const Game *g, int s) {
  if (!g->teams) return final_place(g, s) == 1;
  for (int i = 0; i < g->players; i++)
    if (g->seat[i].team == g->seat[s].team && is_racing(g, i)) return 0;
  return 1;
}
#endif
