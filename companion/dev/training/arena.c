/* arena EDITION TABLE PLAYERS TEAMS GAMES SEED ONE REST
 *
 * Play one player (ONE) against others (REST), seats rotating, each seat's first move drawn from
 * 1 to 10 squares; in teams ONE plays all seats of a team. A player is child[:temperature], easy,
 * good:NETWORK[:slack:temperature], or strong:NETWORK[:keep:margin:mix:replies:evaluations:rounds].
 * Prints a JSON line. */
#include "search.h"

static Network NETS[2];

static Player parse_player(char *text, Network *net, int pieces) {
  Player p = {net, EASY, 12, 750, 0.25f, 0.7f, 1, 1, 1.0f, 0.03f};
  char *word = strtok(text, ":");
  if (!strcmp(word, "child")) { p.level = CHILD; p.temperature = 0.55f; if ((word = strtok(NULL, ":"))) p.temperature = atof(word); return p; }
  if (!strcmp(word, "good")) p.level = GOOD;
  if (!strcmp(word, "strong")) p.level = STRONG;
  if ((word = strtok(NULL, ":"))) read_network(net, pieces, word);
  if (p.level == GOOD) {
    if ((word = strtok(NULL, ":"))) p.slack = atof(word);
    if ((word = strtok(NULL, ":"))) p.temperature = atof(word);
    return p;
  }
  if ((word = strtok(NULL, ":"))) p.keep = atoi(word);
  if ((word = strtok(NULL, ":"))) p.margin = atof(word);
  if ((word = strtok(NULL, ":"))) p.mix = atof(word);
  if ((word = strtok(NULL, ":"))) p.replies = atoi(word);
  if ((word = strtok(NULL, ":"))) p.most_evaluations = atoi(word);
  if ((word = strtok(NULL, ":"))) p.rounds = atoi(word);
  return p;
}

/* The first move of a seat: one of the squares 1 to 10 that may be entered. */
static int choose_opening(const Game *g, const Action *a, int n, Random *r) {
  int reach = 0;
  (void)g;
  for (int i = 0; i < n; i++) reach += a[i].verb == FORWARD && a[i].to <= 10;
  if (!reach) return -1;
  int pick = below(r, reach);
  for (int i = 0; i < n; i++)
    if (a[i].verb == FORWARD && a[i].to <= 10 && pick-- == 0) return i;
  return -1;
}


int main(int argc, char **argv) {
  if (argc < 9) { fprintf(stderr, "see the head of arena.c\n"); return 2; }
  int players = atoi(argv[3]), teams = atoi(argv[4]), games = atoi(argv[5]);
  int pieces = players * (players == 2 ? 2 : 1);
  Random r = {atol(argv[6])};
  read_edition(argv[1]);
  read_tables(argv[2]);
  Player sides[2] = {parse_player(argv[7], &NETS[0], pieces), parse_player(argv[8], &NETS[1], pieces)};
  long entries = 0, open = 0, decisions = 0, most = 0, evaluations = 0;
  int wins = 0;
  for (int k = 0; k < games; k++) {
    Game g;
    start_game(&g, players);
    if (teams) draw_teams(&g, &r);
    int hero = k % players, opened[MOST_PLAYERS] = {0};
    while (!g.over && g.entries < 2000) {
      Action a[MOST_ACTIONS];
      int n = legal_actions(&g, a), s = g.turn, b = -1;
      int is_hero = s == hero || (g.teams && g.seat[s].team == g.seat[hero].team);
      if (!opened[s] && !g.ask) { b = choose_opening(&g, a, n, &r); opened[s] = 1; }
      if (b < 0) {
        EVALUATIONS = 0;
        b = choose(&sides[!is_hero], &g, &r);
        if (is_hero) {
          decisions++;
          evaluations += EVALUATIONS;
          most = EVALUATIONS > most ? EVALUATIONS : most;
        }
      }
      Draws draws = {AT_RANDOM, &r};
      apply(&g, a[b], &draws);
    }
    open += !g.over;
    entries += g.entries;
    if (g.over) wins += is_winner(&g, hero);
  }
  double share = wins / (double)games, half = 1.96 * sqrt(share * (1 - share) / games);
  printf("{\"games\": %d, \"wins\": %.3f, \"plus_minus\": %.3f, \"entries\": %.1f, \"unfinished\": %ld, "
         "\"evaluations\": %.0f, \"most_evaluations\": %ld}\n",
         games, share, half, entries / (double)games, open, evaluations / (double)(decisions ? decisions : 1), most);
  return 0;
}
