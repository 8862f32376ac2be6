/* The table of turns to Home, the inputs of a position, and the network that values it.
 *
 * companion/players/inputs.py computes the same inputs: a test compares the two. Vectors are summed
 * lane by lane in a fixed order and no floating-point contraction is allowed (see train.py), so that
 * a seed gives the same network on every machine. */
#ifndef MODEL_H
#define MODEL_H

#include <math.h>

#include "game.h"

enum { PIECE_INPUTS = 28, SHARED_INPUTS = 3, HIDDEN = 32, LANES = 8, BLOCKS = HIDDEN / LANES };
enum { MOST_INPUTS = MOST_PLAYERS * PIECE_INPUTS + SHARED_INPUTS };
enum { MOST_CARROTS = 511, TABLE_SQUARES = 64 };

typedef float Lanes __attribute__((vector_size(4 * LANES)));

typedef uint8_t Table[4][TABLE_SQUARES][MOST_CARROTS + 1];
/* Turns to Home in eighths: what is expected, and what is sure (companion/players/make_turns_table.py). */
static Table EXPECTED, SURE;

static void read_tables(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file || fread(EXPECTED, sizeof EXPECTED, 1, file) != 1 || fread(SURE, sizeof SURE, 1, file) != 1) {
    fprintf(stderr, "%s: not two tables\n", path);
    exit(1);
  }
  fclose(file);
}

static inline float turns_home(Table table, int lettuces, int square, int carrots, int place) {
  if (square >= HOME) return 0;
  float extra = 0;
  if (lettuces > 3) { extra += 5.0f * (lettuces - 3); lettuces = 3; }
  if (carrots > MOST_CARROTS) { extra += (carrots - MOST_CARROTS) / 10.0f; carrots = MOST_CARROTS; }
  const uint8_t *row = table[lettuces][square];
  int best = row[carrots];
  for (int more = 10; more <= 10 * (place - 1) && more <= carrots; more += 10)
    if (row[carrots - more] < best) best = row[carrots - more];
  return best / 8.0f + extra;
}

typedef struct { int count; int16_t index[MOST_INPUTS]; float value[MOST_INPUTS]; } Inputs;
/* A piece on a hare square whose card is not drawn yet; piece -1 for none. */
typedef struct { int piece, paid; } Undrawn;
static const Undrawn DRAWN = {-1, 0};

static inline void add_input(Inputs *in, int index, float value) {
  if (value == 0) return;
  in->index[in->count] = index;
  in->value[in->count++] = value;
}
static inline float least(float a, float b) { return a < b ? a : b; }

static float piece_turns(const Game *g, int s, int j, int rank) {
  const Seat *seat = &g->seat[s];
  const Piece *piece = &seat->piece[j];
  int lettuces = seat->lettuces, carrots = seat->carrots, place = g->arrived + 1;
  if (piece->place) return 0;
  if (piece->landed && pays(EDITION.board[piece->square], rank)) carrots += 10 * rank;
  float waits = piece->status == MUST_EAT || piece->status == MUST_MISS || piece->status == MUST_CHEW;
  if (piece->status == MUST_EAT && lettuces) { lettuces--; carrots += 10 * rank; }
  if (is_first_of_pair(g, s)) { lettuces = (lettuces + 1) / 2; carrots /= 2; place = 4; }
  return waits + turns_home(EXPECTED, lettuces, piece->square, carrots, place);
}

static float add_piece(const Game *g, int s, int j, int base, uint64_t taken, Inputs *in) {
  const Seat *seat = &g->seat[s];
  const Piece *piece = &seat->piece[j];
  if (piece->place) { add_input(in, base, 1); return 0; }
  int p = piece->square, c = seat->carrots, l = seat->lettuces, rank = rank_of(g, s, j);
  int count = g->players * g->pieces, waits_to_eat = piece->status == MUST_EAT;
  char kind = EDITION.board[p];
  float turns = piece_turns(g, s, j, rank);
  add_input(in, base + 1, turns / 16);
  add_input(in, base + 2, p / 64.0f);
  add_input(in, base + 3, least(c / 100.0f, 3));
  add_input(in, base + 4, least(c / 40.0f, 1));
  for (int k = 1; k <= 3; k++) add_input(in, base + 4 + k, l >= k);
  add_input(in, base + 8, l / 5.0f);
  if (piece->status) add_input(in, base + 8 + piece->status, 1);
  if (piece->landed) {
    if (pays(kind, rank)) add_input(in, base + 13, rank / 4.0f);
    else add_input(in, base + 14, (kind == 'F' ? 1 : kind - '0') / 4.0f);
  }
  add_input(in, base + 15, kind == 'C');
  add_input(in, base + 16, kind == 'T');
  add_input(in, base + 17, (rank - 1) / (float)(count - 1));
  if (l) {
    int next = EDITION.lettuce_ahead[p];
    add_input(in, base + 18, next ? least((next - p) / 16.0f, 1) : 1);
    add_input(in, base + 19, next && (taken >> next & 1));
  }
  int back = EDITION.tortoise_behind[p];
  if (back && !(taken >> back & 1)) add_input(in, base + 20, (p - back) / 10.0f);
  else add_input(in, base + 21, 1);
  int left = c - cost(HOME - p);
  add_input(in, base + 22, left >= 0 && piece->status != MUST_MISS && may_finish(g, s, left));
  if (!l) add_input(in, base + 23, left < -50 ? -1 : least(left / 50.0f, 1.5f));
  if (waits_to_eat && l) add_input(in, base + 24, rank / 6.0f);
  return turns;
}

/* A seat is as far from Home as its pieces together, a team as its last seat. */
static void add_shared(const Game *g, int me, const float *turns, int base, Inputs *in) {
  float mine = 0, nearest = 99;
  int rivals = 0, nearer = 0;
  for (int i = 0; i < g->players; i++) {
    int is_mine = i == me || (g->teams && g->seat[i].team == g->seat[me].team);
    if (is_mine && turns[i] > mine) mine = turns[i];
  }
  for (int i = 0; i < g->players; i++) {
    if (i == me || (g->teams && g->seat[i].team == g->seat[me].team)) continue;
    if (!is_racing(g, i) && !g->teams) continue;
    float theirs = turns[i];
    for (int k = 0; g->teams && k < g->players; k++)
      if (g->seat[k].team == g->seat[i].team && turns[k] > theirs) theirs = turns[k];
    rivals++;
    nearer += theirs < mine;
    nearest = least(nearest, theirs);
  }
  float lead = rivals ? (nearest - mine) / 8 : 1;
  add_input(in, base, g->arrived / (float)(g->players * g->pieces));
  add_input(in, base + 1, lead < -1 ? -1 : least(lead, 1));
  add_input(in, base + 2, rivals ? nearer / (float)rivals : 0);
}

static void find_inputs(const Game *g, int me, Undrawn undrawn, Inputs *in) {
  uint64_t taken = occupied(g);
  float turns[MOST_PLAYERS] = {0};
  int base = 0;
  in->count = 0;
  for (int i = 0; i < g->players; i++) {
    int s = (me + i) % g->players;
    for (int j = 0; j < g->pieces; j++, base += PIECE_INPUTS) {
      turns[s] += add_piece(g, s, j, base, taken, in);
      if (i == 0 && j == undrawn.piece) {
        add_input(in, base + 25, 1);
        add_input(in, base + 26, undrawn.paid / 50.0f);
      }
      if (g->teams && i && g->seat[s].team == g->seat[me].team) add_input(in, base + 27, 1);
    }
  }
  add_shared(g, me, turns, base, in);
}

typedef struct {
  Lanes first[MOST_INPUTS][BLOCKS], bias[BLOCKS], last[BLOCKS];
  float last_bias;
  int inputs;
} Network;

/* Return the value 0..1; `hidden` (or NULL) gets what the hidden units gave. */
static float run_network(const Network *net, const Inputs *in, Lanes *hidden) {
  Lanes sum[BLOCKS], total = {0};
  for (int b = 0; b < BLOCKS; b++) sum[b] = net->bias[b];
  for (int i = 0; i < in->count; i++) {
    const Lanes *row = net->first[in->index[i]];
    float x = in->value[i];
    for (int b = 0; b < BLOCKS; b++) sum[b] += x * row[b];
  }
  for (int b = 0; b < BLOCKS; b++) {
    for (int k = 0; k < LANES; k++) sum[b][k] = sum[b][k] > 0 ? sum[b][k] : 0.1f * sum[b][k];
    if (hidden) hidden[b] = sum[b];
    total += sum[b] * net->last[b];
  }
  float y = net->last_bias;
  for (int k = 0; k < LANES; k++) y += total[k];
  return 1 / (1 + expf(-y));
}

static void step_network(Network *net, const Inputs *in, const Lanes *hidden, float step) {
  Lanes back[BLOCKS] = {0};
  for (int b = 0; b < BLOCKS; b++) {
    for (int k = 0; k < LANES; k++)
      back[b][k] = step * net->last[b][k] * (hidden[b][k] > 0 ? 1 : 0.1f);
    net->last[b] += step * hidden[b];
    net->bias[b] += back[b];
  }
  net->last_bias += step;
  for (int i = 0; i < in->count; i++) {
    Lanes *row = net->first[in->index[i]];
    float x = in->value[i];
    for (int b = 0; b < BLOCKS; b++) row[b] += x * back[b];
  }
}

static void seed_network(Network *net, int pieces, Random *r) {
  memset(net, 0, sizeof *net);
  net->inputs = pieces * PIECE_INPUTS + SHARED_INPUTS;
  for (int i = 0; i < net->inputs; i++)
    for (int k = 0; k < HIDDEN; k++) net->first[i][k / LANES][k % LANES] = (uniform(r) - 0.5f) * 0.3f;
  for (int k = 0; k < HIDDEN; k++) net->last[k / LANES][k % LANES] = (uniform(r) - 0.5f) * 0.3f;
  net->last_bias = -1;
}

/* Files hold floats: the first layer by input, the bias, the last layer, its bias. */
static void read_network(Network *net, int pieces, const char *path) {
  FILE *file = fopen(path, "rb");
  memset(net, 0, sizeof *net);
  net->inputs = pieces * PIECE_INPUTS + SHARED_INPUTS;
  int good = file && fread(net->first, sizeof net->first[0], net->inputs, file) == (size_t)net->inputs
    && fread(net->bias, sizeof net->bias, 1, file) == 1
    && fread(net->last, sizeof net->last, 1, file) == 1
    && fread(&net->last_bias, sizeof(float), 1, file) == 1;
  if (!good) { fprintf(stderr, "%s: not a network\n", path); exit(1); }
  fclose(file);
}
static void write_network(const Network *net, const char *path) {
  FILE *file = fopen(path, "wb");
  int good = file && fwrite(net->first, sizeof net->first[0], net->inputs, file) == (size_t)net->inputs
    && fwrite(net->bias, sizeof net->bias, 1, file) == 1
    && fwrite(net->last, sizeof net->last, 1, file) == 1
    && fwrite(&net->last_bias, sizeof(float), 1, file) == 1;
  if (!good || fclose(file)) { fprintf(stderr, "%s: cannot be written\n", path); exit(1); }
}

/* What a seat wants: to win, and a little to be early; in pairs and teams only to win. */
static float utility(const Game *g, int s) {
  if (g->pieces == 2 || g->teams) return is_winner(g, s);
  int place = final_place(g, s);
  return 0.85f * (place == 1) + 0.15f * (g->players - place) / (float)(g->players - 1);
}
static inline int is_decided(const Game *g, int s) {
  return g->over || (g->pieces == 1 && !g->teams && g->seat[s].piece[0].place);
}
static float value_of(const Network *net, const Game *g, int s, Undrawn undrawn) {
  if (is_decided(g, s)) return utility(g, s);
  Inputs in;
  find_inputs(g, s, undrawn, &in);
  return run_network(net, &in, NULL);
}

/* Apply an action as far as it can be predicted: a hare square's card stays undrawn. */
static Undrawn apply_blindly(Game *g, Action a) {
  Undrawn undrawn = DRAWN;
  Draws draws = {.fixed = SHOW_CARROTS};
  if (a.verb == FORWARD && EDITION.board[a.to] == 'H')
    undrawn = (Undrawn){a.piece, cost(a.to - g->seat[g->turn].piece[a.piece].square)};
  apply(g, a, &draws);
  return undrawn;
}
#endif
