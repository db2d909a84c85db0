// Made by `npm run types` from the server; not to be edited.

/**
 * The answer is durably stored; `revision` is the number of its frame.
 */
export interface Accepted {
  revision: number;
}
/**
 * An active house rule with all its option values.
 */
export interface ActiveRule {
  id: string;
  options: {
    [k: string]: unknown;
  };
  title: string;
}
/**
 * The computer's suggested answer, as answer text.
 */
export interface Advice {
  decision: number;
  text: string;
}
/**
 * Answer: ``2 infantry > Russia, 1 fighter > Germany`` (number and key, joined by `` > ``), or ``nothing``.
 */
export interface AllocateForm {
  form: 'allocate';
  keys: AllocateKey[];
  limits: AllocateLimit[];
}
export interface AllocateKey {
  key: string[];
  most: number;
}
/**
 * The sum of weight times number may be at most `most`; `weights` in the order of the keys.
 */
export interface AllocateLimit {
  most: number;
  text: string;
  weights: number[];
}
/**
 * Answer: a whole number from `low` to `high`, or the word `zero` for none, unless `zero` is empty.
 */
export interface AmountForm {
  form: 'amount';
  high: number;
  low: number;
  unit: string;
  zero: string;
}
/**
 * The answer to decision `decision`, in the text of its form.
 */
export interface Answer {
  decision: number;
  text: string;
}
/**
 * The open decision, as publicly visible.
 */
export interface Asked {
  id: number;
  kind: string;
  power: string;
  prompt: string;
}
/**
 * The outlines and labels of a map.
 *
 *     `spaces` maps a name to its rings. A ring is a list of arc numbers; ~n is arc n backwards. An arc is the x and y of
 *     its first point, then steps. `labels` maps a name to the x, y, and radius of its largest free disc.
 */
export interface Atlas {
  arcs: number[][];
  closed: number[][];
  graticule: Graticule;
  height: number;
  labels: {
    /**
     * @minItems 3
     * @maxItems 3
     */
    [k: string]: [number, number, number];
  };
  lakes: number[][];
  scenery: number[][];
  spaces: {
    [k: string]: number[][];
  };
  width: number;
}
/**
 * Lines of the globe every 15 degrees: degrees (east and north are positive) and the x or y of the line.
 */
export interface Graticule {
  meridians: [number, number][];
  parallels: [number, number][];
}
/**
 * The current battle: its space, its round (from 1; 0 before the first), and both sides.
 */
export interface BattleInfo {
  attacker: Fighters;
  defender: Fighters;
  round: number;
  space: string;
}
/**
 * One side of a battle; `fallen` are units hit in this round that still fire in it.
 *
 *     `numbers`: owner -> unit type -> what its units hit on (or less), technologies included; 0: they do not fire.
 */
export interface Fighters {
  fallen: Units[];
  numbers?: {
    [k: string]: {
      [k: string]: number;
    };
  };
  power: string;
  units: Units[];
}
/**
 * `count` identical units: owner, type, and their condition this turn (spaces moved, hits, cargo, marks).
 *
 *     `type` is ``hidden`` (and `count` 1) for units whose type and number the client may not see.
 */
export interface Units {
  cargo?: Cargo[];
  count: number;
  damage?: number;
  marks?: string[];
  moved?: number;
  owner: string;
  type: string;
}
export interface Cargo {
  owner: string;
  type: string;
}
/**
 * Everything a user interface needs to know about the rules of one game. `map`: whether the edition has a map.
 *
 *     `words` maps phases and other keys to the names people read; `hidden` lists unit types that only their owner sees.
 *     `phases` are the phases of a turn in order; `goals` maps sides to the combined production in IPCs that wins.
 */
export interface BoardInfo {
  connections: [string, string][];
  edition: string;
  fingerprint: string;
  goals?: {
    [k: string]: number;
  };
  hidden: string[];
  map: boolean;
  phases?: string[];
  powers: PowerInfo[];
  rules: ActiveRule[];
  scenario: string;
  spaces: SpaceInfo[];
  technologies: TechnologyInfo[];
  title: string;
  units: UnitInfo[];
  words: {
    [k: string]: string;
  };
}
/**
 * A power; `color` is ``#rrggbb``, `start` its cash before the first turn, in IPCs.
 */
export interface PowerInfo {
  capital: string;
  color: string;
  name: string;
  side: string;
  start: number;
}
/**
 * A territory or sea zone; `owner` is the original owner, `value` in IPCs.
 */
export interface SpaceInfo {
  closed: boolean;
  kind: 'land' | 'sea';
  name: string;
  neutral: boolean;
  owner: string | null;
  value: number;
}
export interface TechnologyInfo {
  id: string;
  name: string;
  text: string;
}
/**
 * A unit type with its numbers in this game; `capacity` and `loads` are its transport capacity.
 */
export interface UnitInfo {
  attack: number;
  capacity?: number;
  cost: number;
  deck?: number;
  defense: number;
  hits: number;
  id: string;
  kind: 'air' | 'land' | 'sea' | 'structure';
  loads?: {
    [k: string]: number;
  };
  move: number;
  name: string;
  plural: string;
  tags: string[];
}
/**
 * The changes in a frame: the fields of `Position`, with only the changed entries.
 *
 *     A space without units left has an empty list.
 */
export interface Change {
  contested?: string[] | null;
  ending?: string | null;
  income?: {
    [k: string]: number;
  };
  ipcs?: {
    [k: string]: number;
  };
  order?: string[] | null;
  owners?: {
    [k: string]: string | null;
  };
  phase?: string | null;
  power?: string | null;
  round?: number | null;
  techs?: {
    [k: string]: string[];
  };
  units?: {
    [k: string]: Units[];
  };
  winner?: string | null;
}
/**
 * One edit of a rule as a sentence; `aspect`: what it changes, where the sentence says only how.
 */
export interface ChangeInfo {
  aspect?: string;
  text: string;
}
/**
 * Result of checking a set of rules for conflicts. If they are playable: the `board` under them, and what each of
 *     them `changes` with the chosen options, in words.
 */
export interface Checked {
  board: BoardInfo | null;
  changes: {
    [k: string]: ChangeInfo[];
  };
  findings: FindingInfo[];
  ok: boolean;
}
export interface FindingInfo {
  message: string;
  rules: string[];
  severity: 'conflict' | 'idle' | 'missing' | 'note' | 'order';
  target: string;
}
/**
 * Answer: the key of an option.
 */
export interface ChooseForm {
  form: 'choose';
  options: Option[];
}
export interface Option {
  key: string;
  text: string;
}
/**
 * A clause of a house rule, or a statement of a rulebook.
 *
 *     `section`: its heading; `unsure`: the reading is unconfirmed; `table`: the rows of its table, if it has one.
 */
export interface ClauseInfo {
  id: string;
  section?: string;
  table?: {
    [k: string]: unknown;
  }[];
  text: string;
  unsure?: boolean;
}
/**
 * Answer: ``yes`` or ``no``.
 */
export interface ConfirmForm {
  form: 'confirm';
}
/**
 * A new game. `token` authenticates the creator (the host and owner of the creator's seats).
 *
 *     It is returned only here.
 */
export interface Created {
  id: string;
  invitations: Invitation[];
  token: string;
}
/**
 * A one-time secret for taking an open seat.
 */
export interface Invitation {
  power: string;
  secret: string;
}
/**
 * Verification of a finished game: every roll recomputed from the seed and salts.
 *
 *     `ok`: the seed matches the commitment, and replaying all answers gives the same dice and the same final state.
 */
export interface DiceProof {
  commitment: string;
  message: string;
  ok: boolean;
  rolls: number;
  salts: string[];
  seed: string;
}
/**
 * A set of house rules, or a rulebook (`statements`), for an edition (empty: for all).
 */
export interface DocumentInfo {
  edition: string;
  id: string;
  rules: RuleInfo[];
  statements: ClauseInfo[];
  summary: string;
  title: string;
}
/**
 * A house rule: its text, its clauses and rulings, its options, and what it changes (sentences from its edits).
 *
 *     `usual`: whether it is on by default when its document is selected.
 */
export interface RuleInfo {
  changes: ChangeInfo[];
  clauses: ClauseInfo[];
  document: string;
  editions: string[];
  excludes: {
    [k: string]: string;
  };
  id: string;
  needs: string[];
  options: OptionInfo[];
  rulings: RulingInfo[];
  text: string;
  title: string;
  usual: boolean;
}
/**
 * An option of a house rule; `kind` is ``switch``, ``number``, ``word``, ``table`` or ``list``.
 */
export interface OptionInfo {
  choices: unknown[];
  default: unknown;
  example?: {
    [k: string]: unknown;
  };
  high: number | null;
  kind: string;
  low: number | null;
  name: string;
  text: string;
}
export interface RulingInfo {
  question: string;
  ruling: string;
}
/**
 * A playable edition. `scenarios` maps ids to names, with the default first.
 */
export interface EditionInfo {
  id: string;
  map: boolean;
  players: string[];
  powers: PowerInfo[];
  scenarios: {
    [k: string]: string;
  };
  title: string;
}
/**
 * The outcome of one entry of the log. `n` counts from 1 without gaps; `at` is the time in seconds since 1970.
 *
 *     `kind` is ``answer`` (given by `power` to a decision of kind `decision`), ``undo``: frame `undoes` is undone, or
 *     ``close``: the host ends the game. An undo has no events of its own, and its `change` restores the position; a
 *     client strikes out the undone frame.
 */
export interface Frame {
  asked: Asked[];
  at: number;
  battle: BattleInfo | null;
  change: Change;
  decision: string;
  events: Happening[];
  kind: 'answer' | 'close' | 'undo';
  n: number;
  power: string;
  undoes?: number;
}
/**
 * One event: its kind (see `core.events.EVENTS`), its sentence, and its payload.
 *
 *     In `data`, forces are lists of `Units`, dice are lists of numbers from 1 to 6, and routes are lists of spaces.
 */
export interface Happening {
  data: {
    [k: string]: unknown;
  };
  kind: string;
  text: string;
}
/**
 * A game in a list.
 */
export interface GameRow {
  changed: number;
  created: number;
  edition: string;
  id: string;
  power: string;
  round: number;
  rules: string[];
  status: 'over' | 'playing' | 'waiting';
  title: string;
}
/**
 * A game as its reader may see it. `revision` is the number of the newest frame; `position` is that of this frame.
 *
 *     Status ``waiting``: seats are still open. `commitment` is the SHA-256 of the seed, `salts` what players have mixed
 *     in; `seed` is empty until the game is over. `host`: whether the client can manage the seats. `faults`: why the game
 *     cannot continue (a sentence), or empty.
 */
export interface GameView {
  asked: Asked[];
  battle: BattleInfo | null;
  board: BoardInfo;
  can_undo: boolean;
  chat: Message[];
  commitment: string;
  created: number;
  faults: string;
  host: boolean;
  id: string;
  position: Position;
  questions: Question[];
  revision: number;
  salts: string[];
  seats: SeatInfo[];
  seed: string;
  status: 'over' | 'playing' | 'waiting';
  title: string;
}
/**
 * One line of the chat; `power` is the writer's first power, or empty for the host without one.
 */
export interface Message {
  at: number;
  n: number;
  name: string;
  power: string;
  text: string;
}
/**
 * The full position. `power` is the power whose turn it is, `phase` a key of `BoardInfo.words`.
 *
 *     `owners`: every territory -> power or null; `units`: only spaces with units; `contested`: territories with units
 *     of both sides, which no power controls; `income`: what each power would collect for its territories now, in IPCs.
 */
export interface Position {
  contested: string[];
  ending?: string;
  income: {
    [k: string]: number;
  };
  ipcs: {
    [k: string]: number;
  };
  order: string[];
  owners: {
    [k: string]: string | null;
  };
  phase: string;
  power: string;
  round: number;
  techs: {
    [k: string]: string[];
  };
  units: {
    [k: string]: Units[];
  };
  winner?: string | null;
}
/**
 * An open decision, as seen by the power that must make it.
 *
 *     `context`: plain facts, such as costs or the space of the battle.
 */
export interface Question {
  context: {
    [k: string]: unknown;
  };
  form: ConfirmForm | ChooseForm | PickSpaceForm | AmountForm | PickUnitsForm | AllocateForm | MovesForm;
  id: number;
  kind: string;
  power: string;
  prompt: string;
  rule: string;
}
/**
 * Answer: the name of a space, or ``none`` if that is an option.
 */
export interface PickSpaceForm {
  form: 'pick_space';
  options: Option[];
}
/**
 * Answer: ``2 infantry, 1 armor`` (number and `stem`), `low` to `high` units in all; ``nothing`` for none.
 */
export interface PickUnitsForm {
  form: 'pick_units';
  high: number;
  low: number;
  units: PickRow[];
}
/**
 * Up to `count` units to choose from. In the answer, write a number followed by `stem`.
 */
export interface PickRow {
  count: number;
  owner: string;
  stem: string;
  text: string;
  type: string;
}
/**
 * Answer: ``2 infantry, 1 armor: Germany > Eastern Europe`` with the whole route, followed by `` [mission]`` if it
 *     has one; or ``done`` (only if `may_end`).
 *
 *     `why`: why the phase cannot end yet; `must`: units that must move first, as far as they are known.
 */
export interface MovesForm {
  form: 'moves';
  may_end: boolean;
  movable: Movable[];
  must?: Movable[];
  why?: string;
}
/**
 * Units of the deciding power that can move from a space; see `PickRow` for `stem`.
 */
export interface Movable {
  count: number;
  owner: string;
  space: string;
  stem: string;
  text: string;
  type: string;
}
/**
 * Who plays a power. `name` is the player's name or the computer player's id (``basic``).
 *
 *     `online`: whether the player is connected. `following`: what the seat becomes after the current secret decision.
 */
export interface SeatInfo {
  following?: ('computer' | 'human' | 'open') | null;
  kind: 'computer' | 'human' | 'open';
  mine: boolean;
  name: string;
  online: boolean;
  power: string;
}
/**
 * First message of a client: its token (empty for a spectator) and the newest frame it has (-1: none).
 */
export interface Hello {
  after?: number;
  token?: string;
}
/**
 * Take an open seat. With an ``Authorization: Bearer TOKEN`` header, the seat is added to that token's seats.
 */
export interface Join {
  name: string;
  salt?: string;
  secret: string;
}
/**
 * `token` authenticates the seat's owner and is returned only here.
 */
export interface Joined {
  power: string;
  token: string;
}
/**
 * The probability of these exact numbers of surviving units.
 */
export interface LeftInfo {
  attacker: number;
  defender: number;
  p: number;
}
/**
 * Loss in IPCs: expected, and its 5%, 50% and 95% quantiles.
 */
export interface LossInfo {
  expected: number;
  high: number;
  low: number;
  median: number;
}
/**
 * Planned moves (as answer texts). Returns the odds of the attack on `space` after these moves.
 */
export interface MovePreview {
  decision: number;
  /**
   * @maxItems 200
   */
  moves: string[];
  space: string;
}
/**
 * A named set of rules with notes, as written to or read from a variant file.
 */
export interface NamedChoice {
  choice: RuleChoice;
  name?: string;
  notes?: string;
}
/**
 * Rule ids or documents, as for `sandtable rules check`. `options` maps ``rule.option`` to a value.
 */
export interface RuleChoice {
  edition: string;
  options?: {
    [k: string]: unknown;
  };
  /**
   * @maxItems 300
   */
  rules?: string[];
  scenario?: string;
}
/**
 * Settings for a new game. Seats not listed go to the computer.
 *
 *     `salt` is the creator's contribution to the dice.
 */
export interface NewGame {
  choice: RuleChoice;
  name: string;
  salt?: string;
  /**
   * @maxItems 50
   */
  seats: SeatWish[];
  title?: string;
}
/**
 * Who plays a power: the creator, a computer player (`player` says which), or anyone who joins by link.
 */
export interface SeatWish {
  kind: 'computer' | 'human' | 'open';
  player?: string;
  power: string;
}
/**
 * Short form of a battle's odds. If there are none, `text` says why.
 */
export interface OddsBrief {
  attack: string;
  attacker_loss: number;
  attacker_wins: number;
  captured: number;
  defend: string;
  defender_loss: number;
  draw: number;
  space: string;
  text: string;
}
/**
 * Exact odds; probabilities sum to 1. `outcomes` are the most likely ones; `rest` is the probability of all others;
 *     `left` are all outcomes by the number of units alone.
 *
 *     If the number of rounds is limited (`limited`), `contested` is the probability that both sides remain.
 */
export interface OddsInfo {
  attack: string;
  attacker_loss: LossInfo;
  attacker_wins: number;
  captured: number;
  contested: number;
  defend: string;
  defender_loss: LossInfo;
  defender_wins: number;
  draw: number;
  held: number;
  left?: LeftInfo[];
  limited: boolean;
  outcomes: OutcomeInfo[];
  rest: number;
  rounds: RoundInfo[];
  swing: number;
}
export interface OutcomeInfo {
  attacker: UnitCount[];
  defender: UnitCount[];
  p: number;
}
export interface UnitCount {
  count: number;
  name: string;
  type: string;
}
/**
 * Expected units on both sides after a round, and the probability that the battle continues.
 */
export interface RoundInfo {
  attacker: number;
  defender: number;
  fighting: number;
  round: number;
}
/**
 * A battle: units such as "3 inf 2 arm 1 ftr"; `where`: ``land``, ``sea``, ``amphibious``, or a space.
 *
 *     The fields match the options of the command ``sandtable odds``.
 */
export interface OddsWish {
  attack: string;
  choice: RuleChoice;
  defend: string;
  keep_land?: boolean;
  /**
   * @maxItems 30
   */
  losses?: string[];
  /**
   * @maxItems 30
   */
  retreat?: string[];
  rounds?: number;
  /**
   * @maxItems 30
   */
  tech?: string[];
  value?: number | null;
  where?: string;
}
/**
 * Why a request was rejected, in one sentence. `rule` is the rule id behind it, if any.
 */
export interface Refusal {
  error: string;
  rule?: string;
}
export interface Said {
  message: Message;
  type: 'said';
}
export interface Say {
  text: string;
}
/**
 * The host gives a seat to the computer, reopens it with a new invitation, or takes it.
 */
export interface SeatChange {
  kind: 'computer' | 'human' | 'open';
  player?: string;
  power: string;
}
/**
 * A seat changed, or a player connected or disconnected.
 */
export interface Seated {
  host: boolean;
  salts: string[];
  seats: SeatInfo[];
  status: 'over' | 'playing' | 'waiting';
  type: 'seated';
}
/**
 * Undo the latest answer. Rejected if `revision` is not the latest frame.
 */
export interface TakeBack {
  revision: number;
}
/**
 * A computer player started thinking (or stopped, if the power is empty).
 */
export interface Thinking {
  power: string;
  type: 'thinking';
}
/**
 * New frames in order, followed by the reader's open decisions.
 */
export interface Update {
  can_undo: boolean;
  faults: string;
  frames: Frame[];
  questions: Question[];
  seed: string;
  status: 'over' | 'playing' | 'waiting';
  type: 'update';
}
/**
 * A variant as the text of its file (TOML).
 */
export interface VariantFile {
  text: string;
}
/**
 * A route that up to `most` units may take. `attack`: whether it ends in a battle or captures a territory.
 */
export interface Way {
  attack: boolean;
  mission: string;
  most: number;
  path: string[];
}
/**
 * The routes of the units in one row of a `MovesForm`.
 */
export interface WaysRow {
  movable: Movable;
  ways: Way[];
}
/**
 * The whole game, for a new client or one that cannot catch up through frames.
 */
export interface Welcome {
  type: 'welcome';
  view: GameView;
}
