// What goes over the wire. Made from the API's structs by tests/web/test_wire_types.py; not to be edited.

export interface ActRequest {
  seat: string;
  version: number;
  actions?: Move[] | null;
  duration_key?: string;
  offered?: number | null;
  shortcut?: Goal | null;
}

export interface Address {
  address: string;
  state: string;
  proved: string;
}

export interface AddressRequest {
  address: string;
}

export interface Advice {
  text: string;
  actions?: [string, number][];
  sheet?: string;
  reasons?: AdviceReason[];
  alternatives?: Alternative[];
  sure?: number;
  bot?: string;
  kind?: "action" | "sheet";
  chance?: number | null;
}

export interface AdviceReason {
  text: string;
  clause?: string;
  weight?: number;
}

export interface AdviceRequest {
  seat: string;
}

export interface Alternative {
  text: string;
  reason: string;
  clause?: string;
  action?: [string, number] | null;
}

export interface Analysis {
  seat: string;
  expected: number;
  hidden: number;
  dice: number;
  after: number;
  gain: number;
  error: number;
  is_mistake?: boolean;
  better?: string[];
  plan?: RecapItem[];
  decided?: RecapItem[];
  samples?: number;
}

export interface AuditEntry {
  time: string;
  by: string;
  action: string;
  account: string;
  match: string;
  reason: string;
  until: string;
  data: Record<string, any>;
  id: number;
}

export interface AuditEntryView {
  entry: AuditEntry;
  by: string;
  name: string;
}

export interface AutoRepliesRequest {
  seat: string;
  version: number;
}

export interface AwayRequest {
  seat: string;
  until: string;
}

export interface BeginRequest {
  game: string;
  pace?: "brisk" | "live" | "none" | "slow" | "steady";
  bot?: boolean;
  number?: string;
}

export interface Board {
  id: string;
  title: string;
  width: number;
  height: number;
  spaces: Space[];
  lines?: Line[];
  styles?: Record<string, Style>;
  counters?: Record<string, Counter>;
  silhouettes?: Record<string, string>;
  piece?: number;
  kind?: string;
  shapes?: Shape[];
  labels?: Label[];
}

export interface BranchRequest {
  at: number;
  seat?: string | null;
  players?: Record<string, Player>;
}

export interface Card {
  title: string;
  result: string;
  space?: number;
  board?: string;
  sides?: CardSide[];
  clause?: string;
}

export interface CardSide {
  name: string;
  style?: string;
  strength?: string;
  dice?: number[];
  parts?: [string, string, string][];
  losses?: string;
}

export interface Changes {
  match: string;
  seat: string | null;
  since: number;
  version: number;
  entries?: JournalLine[];
  fields?: Record<string, any>;
  view?: Record<string, any>;
  keys?: Record<string, Record<string, any>>;
  lists?: Record<string, any[][]>;
}

export interface ChannelChange {
  label?: string | null;
  events?: string[] | null;
  always?: boolean | null;
  digest?: string | null;
  is_on?: boolean | null;
  muted?: string[] | null;
}

export interface ChannelCode {
  code: string;
}

export interface ChannelCount {
  kind: string;
  state: string;
  count: number;
}

export interface ChannelList {
  channels: NotificationChannel[];
  events: string[];
  kinds: string[];
  usual: Record<string, string[]>;
  push_key: string;
}

export interface ChannelRequest {
  kind: string;
  target: string;
  label?: string;
}

export interface ChannelTrouble {
  name: string;
  kind: string;
  state: string;
  since: string;
  trouble: string;
}

export interface Chapter {
  at: number;
  heading: string;
  turn: number;
}

export interface ChatMessage {
  n: number;
  account: string;
  name: string;
  seat: string;
  audience: string[];
  text: string;
  time: string;
  hidden: boolean;
}

export interface ChatRequest {
  text: string;
  to?: string[];
}

export interface ChatView {
  messages: ChatMessage[];
  why: string;
  to: string[];
  off: boolean;
}

export interface CheckRequest {
  seat: string;
  text: string;
}

export interface Choice {
  verb: string;
  operand: number;
  text: string;
  on?: string;
  cost?: string;
  board?: string;
  is_minor?: boolean;
}

export interface Clause {
  id: string;
  gist: string;
  chapter: string;
  code?: string;
  see?: string[];
  ruling?: string;
  excuse?: string;
}

export interface ClientView {
  match: string;
  seat: string | null;
  status: "open" | "over" | "playing";
  version: number;
  at: number;
  plies: number;
  view: SentView;
  entries: JournalLine[];
  can_undo: boolean;
  why_not: string;
  takes_back: string;
  answers_soon: boolean;
  auto_replies: string[];
  warning: string;
  sets_up: boolean;
  lesson: LessonView | null;
}

export interface ClockSettings {
  hours?: number;
  early?: boolean;
  letters?: "now" | "turn";
  days?: ("fri" | "mon" | "sat" | "sun" | "thu" | "tue" | "wed")[];
  at?: string;
  zone?: string;
  least?: number;
  settle?: number;
  grace?: number;
  excused?: number;
  late?: "bot" | "lines" | "nothing";
}

export interface CodeRequest {
  code?: string;
  token?: string;
}

export interface Colours {
  fill: string;
  dark: string;
}

export interface Consequence {
  weight: "note" | "warning";
  text: string;
  clause?: string;
  data?: Record<string, any>;
  event?: string;
  chance?: number;
  line?: number;
  of?: number | null;
}

export interface Counter {
  name: string;
  style: string;
  silhouette?: string;
  figures?: Record<string, string>;
  tone?: string;
  text?: string;
}

export interface CreateRequest {
  game: string;
  scenario?: string | null;
  seats?: string[] | null;
  options?: Record<string, boolean | number | string>;
  title?: string;
  players?: Record<string, Player>;
  forced?: boolean;
  advice?: boolean;
  clock?: ClockSettings | null;
  pace?: PaceSettings | null;
  terms?: Terms | null;
}

export interface Credentials {
  passkeys: Passkey[];
  password: boolean;
  recovery: number;
  joined: boolean;
  addresses: Address[];
  sessions: Session[];
  tokens: Token[];
  session: string;
  pending: string;
}

export interface CurrentPassword {
  current?: string;
}

export interface Entered {
  name: string;
  kind: string;
  then: string;
  waiting: boolean;
  is_new: boolean;
}

export interface Entering {
  url: string;
}

export interface Expected {
  at: number;
  turn: number;
  seat: string;
  chance: number;
  gain?: number;
  error?: number;
  line?: string[];
}

export interface Finding {
  n: number;
  text: string;
  match: string;
  kind: "damage" | "rules" | "stuck";
}

export interface FirstMatch {
  seat?: string;
  scenario?: string;
  seats?: string[];
  options?: Record<string, any>;
  why?: string;
  weight?: number;
}

export interface Flag {
  space: number;
  kind?: "arrival" | "battle" | "control" | "loss" | "magic" | "other";
  style?: string;
  board?: string;
  text?: string;
}

export interface Forecast {
  line: number;
  text: string;
  notes?: string[];
  routes?: Route[];
}

export interface GameInfo {
  name: string;
  title: string;
  year: number;
  rules: string;
  scenarios: Scenario[];
  options: Option[];
  bots: string[];
  strengths: Strength[];
  changes: RuleChange[];
  first_match: FirstMatch;
}

export interface GameRecord {
  game: string;
  played: number;
  won: number;
}

export interface GiveTimeRequest {
  seat: string;
  to: string;
  hours: number;
}

export interface GlossaryEntry {
  key: string;
  term: string;
  text: string;
  kind?: string;
  clause?: string;
  words?: string[];
  faces?: string[];
  grounds?: string[];
  marks?: string[];
  lines?: string[];
  badges?: string[];
  figures?: string[];
  labels?: string[];
  see?: string[];
}

export interface Goal {
  space?: number;
  text?: string;
  duration_key?: string;
}

export interface Grid {
  columns: string[];
  rows: string[][];
  numeric?: number[];
}

export interface Invitation {
  id: string;
  match: string;
  seat: string;
  by: string;
  account: string;
  address: string;
  made: string;
  expires: string;
  taken_by: string;
  state: "declined" | "filled" | "returned" | "revoked" | "sent" | "taken";
}

export interface InviteRequest {
  seat?: string;
  name?: string;
  address?: string;
}

export interface Invited {
  link: string;
  reaches_others: boolean;
  invitation: Invitation;
}

export interface Job {
  id: number;
  lease: string;
  tries: number;
  kind: string;
  key: string;
  due: string;
  data: Record<string, any>;
  trouble: string;
}

export interface JobRequest {
  key: string;
}

export interface JournalLine {
  n: number;
  version: number;
  text: string;
  kind: string;
  clauses?: string[];
  tally?: string[];
  private?: boolean;
  stands_for?: string[];
  heading?: string;
  spaces?: number[];
  board?: string;
  at?: number;
  back_to?: number;
}

export interface KeyDecision {
  before: number;
  after: number;
  turn: number;
  seat: string;
  chance: number;
  change: number;
}

export interface KnownSpace {
  ground?: string[];
  name?: string;
  text?: string;
  lines?: Line[];
  marks?: Mark[];
}

export interface Label {
  text: string;
  points: [number, number][];
  style: string;
  size?: number;
  figure?: string;
}

export interface LabelRequest {
  label: string;
}

export interface Layer {
  id: string;
  title: string;
  total?: string;
  text?: Record<string, string>;
  style?: string;
  board?: string;
}

export interface LeaveRequest {
  seat: string;
}

export interface LendRequest {
  seat: string;
  bot: string;
}

export interface LessonInfo {
  game: string;
  game_title: string;
  lesson: string;
  title: string;
  minutes: number;
  seat: string;
  steps: number;
  teaches: string[];
  next: string;
  puzzle: boolean;
}

export interface LessonMoveRequest {
  seat: string;
  do: "back" | "on" | "show";
  version: number;
}

export interface LessonPoint {
  kind: string;
  name?: string;
  board?: string;
  verb?: string;
  operand?: number;
  text?: string;
}

export interface LessonRequest {
  step?: number;
}

export interface LessonView {
  game: string;
  lesson: string;
  title: string;
  minutes: number;
  step: number;
  steps: number;
  say?: string;
  point?: LessonPoint[];
  expects?: LessonWay[];
  orders?: string[];
  goes_on?: boolean;
  hands_in?: boolean;
  hint?: string;
  answer?: string;
  after?: string;
  tries?: number;
  again?: boolean;
  can_back?: boolean;
  done?: boolean;
  next?: string;
  teaches?: string[];
  puzzle?: boolean;
  found?: boolean;
  solution?: string[];
}

export interface LessonWay {
  verb: string;
  operand: number;
  text?: string;
  space?: number;
}

export interface LetterInfo {
  n: number;
  sender: string;
  to: string[];
  text: string;
  turn: number;
  time: string;
  delivered: boolean;
}

export interface LetterRequest {
  seat: string;
  to: string[];
  text: string;
}

export interface Line {
  style: string;
  points: [number, number][];
  name?: string;
}

export interface LinkMade {
  link: string;
  name: string;
  reaches_others: boolean;
}

export interface LinkRequest {
  name?: string;
}

export interface Loss {
  side: string;
  text: string;
  where: string;
  at: number;
  turn?: number;
  entry?: string;
}

export interface Luck {
  seat: string;
  sides: number;
  rolls: number;
  mean: number;
  expected: number;
  deviations: number;
}

export interface MailRequest {
  address: string;
  then?: string;
}

export interface Mark {
  kind: string;
  name?: string;
  silhouette?: string;
  style?: string;
  at?: [number, number] | null;
}

export interface MatchCreated {
  match: string;
  keys: Record<string, string>;
}

export interface MatchInfo {
  match: string;
  game: string;
  title: string;
  scenario: string;
  options: Record<string, any>;
  rules: string;
  seats: SeatInfo[];
  status: "open" | "over" | "playing";
  version: number;
  at: number;
  asked: string[];
  commitment: string;
  numbers: Record<string, string>;
  created: string;
  updated: string;
  forced: boolean;
  advice: boolean;
  seed: string;
  outcome: Record<string, any> | null;
  origin: Record<string, any> | null;
  yours: string[];
  orders: boolean;
  clock: Record<string, any> | null;
  turn: number;
  deadline: string;
  handed_in: string[];
  votes: Record<string, string[]>;
  rules_now: string;
  stuck: string;
  master: string;
  expires: string;
  lesson: string;
  times: TimeInfo | null;
}

export interface MatchView {
  match: string;
  seat: string | null;
  status: "open" | "over" | "playing";
  version: number;
  at: number;
  plies: number;
  view: View;
  entries: JournalLine[];
  can_undo: boolean;
  why_not: string;
  takes_back: string;
  answers_soon: boolean;
  auto_replies: string[];
  warning: string;
  sets_up: boolean;
  lesson: LessonView | null;
}

export interface Me {
  joining: string;
  id: string;
  kind: string;
  name: string;
  role: string;
  zone: string;
  quiet_hours: string;
  vacation: string[][];
  vacation_left: number;
  settings: Record<string, any>;
  erase_at: string;
}

export interface MeRequest {
  name?: string | null;
  zone?: string | null;
  quiet_hours?: string | null;
  vacation?: string[][] | null;
  settings?: Record<string, boolean | number | string> | null;
}

export interface MeasureTitle {
  id: string;
  title: string;
  unit?: string;
  more_is_better?: boolean;
}

export interface ModerationRequest {
  action: "bar" | "close" | "hide" | "lift" | "mute" | "remove" | "suspend" | "warn";
  reason: string;
  name?: string;
  until?: string;
  lifted?: "" | "bar" | "close" | "mute" | "suspend";
  match?: string;
  seat?: string;
  n?: number;
}

export interface Moment {
  at: number;
  turn: number;
  values: Record<string, Record<string, number>>;
  begins?: boolean;
}

export interface Move {
  verb: string;
  operand: number;
}

export interface Named {
  name: string;
}

export interface NewMatch {
  match: string;
}

export interface NewPasswordRequest {
  password: string;
  current?: string;
}

export interface NightRequest {
  seat: string;
  start: string;
  end: string;
  zone?: string;
}

export interface NotesText {
  text: string;
}

export interface NotificationChannel {
  id: string;
  kind: string;
  label: string;
  place: string;
  events: string[];
  always: boolean;
  digest: string;
  state: string;
  trouble: string;
  muted: string[];
  key: string;
}

export interface Numbers {
  game: string;
  kind: string;
  number: number | null;
  n: number;
}

export interface Odds {
  title: string;
  results: Result[];
  parts?: [string, string, string][];
  clause?: string;
  plays?: number;
}

export interface OfferedMatch {
  match: string;
  by: string;
  terms: Terms;
  made: string;
}

export interface OidcRequest {
  then?: string;
}

export interface OpenInvitation {
  match: string;
  seat: string;
  by: string;
  info: MatchInfo;
  side: string;
  conditions: string[];
}

export interface OpenMatch {
  info: MatchInfo;
  by: string;
  sitters: SeatOffer[];
  rated: boolean;
  spectators: string;
  requirements: Requirements;
  text: string;
  friend: boolean;
  wanted: boolean;
  why: string;
  pace: "brisk" | "live" | "none" | "slow" | "steady";
  delay: number;
  by_mail: boolean;
}

export interface Option {
  name: string;
  title: string;
  default: boolean | number | string;
  text: string;
  clause: string;
  choices: string[];
  least: number;
  most: number;
}

export interface OutboxCount {
  via: string;
  waiting: number;
  oldest: string;
  failed: number;
}

export interface OutboxEntry {
  via: string;
  kind: string;
  made: string;
  trouble: string;
}

export interface OwnInvitation {
  id: string;
  match: string;
  seat: string;
  by: string;
  title: string;
  game: string;
  expires: string;
  side: string;
  conditions: string[];
}

export interface PaceSettings {
  name?: "" | "brisk" | "live" | "slow" | "steady";
  time_up?: "bot" | "choose" | "forfeit" | "open";
  reply?: number | null;
  bank?: number | null;
  plus?: number | null;
  cap?: number | null;
}

export interface PairAnswer {
  device: string;
  yes: boolean;
}

export interface PairRequest {
  code: string;
  device: string;
}

export interface PairingCode {
  code: string;
  picture: string;
  expires: string;
}

export interface PairingState {
  state: "no" | "over" | "waiting" | "yes";
  device: string;
}

export interface Panel {
  id: string;
  title: string;
  rows?: Row[];
}

export interface Passkey {
  id: string;
  label: string;
  made: string;
  used: string;
}

export interface PasskeyRequest {
  answer: Record<string, any>;
  label?: string;
}

export interface PasswordRequest {
  name: string;
  password: string;
}

export interface Piece {
  id: string;
  space: string;
  board?: string;
  face?: string;
  operand?: number;
  style?: string;
  badges?: string[];
  text?: string;
  pile?: string;
}

export interface Played {
  match: string;
  game: string;
  rank: number;
  of: number;
  how: string;
  rated: boolean;
  time: string;
}

export interface Player {
  kind?: "bot" | "person";
  name?: string;
  bot?: string;
  number?: string | null;
  me?: boolean;
}

export interface Preview {
  lines?: Consequence[];
  is_irrevocable?: boolean;
  odds?: Odds[];
  unused_options?: UnusedOption[];
}

export interface PreviewRequest {
  seat: string;
  version: number;
  actions?: Move[] | null;
  shortcut?: Goal | null;
}

export interface ProbeMail {
  address: string;
  digest: string;
  sent: string;
  read: string;
  answered: string;
}

export interface Problem {
  line: number;
  clause: string;
  reason: string;
  suggestion?: string;
  doubt?: boolean;
  fix?: string;
}

export interface ProblemDetails {
  title: string;
  status: number;
  detail: string;
  type?: string;
  clause?: string;
  view?: MatchView | null;
  draft?: SheetDraft | null;
  problems?: Problem[];
}

export interface Profile {
  name: string;
  kind: string;
  created: string;
  ratings: Numbers[];
  record: GameRecord[];
  latest: Played[];
  percent: number | null;
  turns: number;
  yours: string[];
}

export interface ProposalInfo {
  n: number;
  kind: string;
  by: string;
  text: string;
  made: string;
  expires: string;
  of: string[];
  yes?: string[];
  silence?: boolean;
}

export interface ProposalRequest {
  seat: string;
  version: number;
  kind: "bot" | "draw" | "off" | "pause" | "rematch" | "run" | "takeback" | "time";
  at?: number | null;
  hours?: number | null;
  about?: string | null;
  swap?: boolean;
}

export interface Queued {
  report: UserReport;
  by: string;
  about: string;
}

export interface RatedPlayer {
  name: string;
  bot: boolean;
  number: number;
  n: number;
}

export interface ReadRequest {
  n: number;
}

export interface ReadyRequest {
  seat: string;
  ready: boolean;
}

export interface Reason {
  verb: string;
  operand: number;
  clause: string;
  reason: string;
}

export interface Reasons {
  refusals: Reason[];
}

export interface Recap {
  items?: RecapItem[];
  headline?: string;
  from_start?: boolean;
}

export interface RecapItem {
  kind: string;
  text: string;
  entry?: string;
  clauses?: string[];
  routes?: Route[];
  flags?: Flag[];
  card?: Card | null;
  spaces?: number[];
  board?: string;
  heading?: string;
  is_minor?: boolean;
  is_private?: boolean;
  is_score?: boolean;
}

export interface RecoveryCodes {
  codes: string[];
}

export interface Rematch {
  game: string;
  scenario: string;
  seats: string[];
  options: Record<string, any>;
  title: string;
  players: Record<string, Record<string, string>>;
  forced: boolean;
  clock: Record<string, any> | null;
}

export interface RematchMatch {
  match: string;
}

export interface RematchRequest {
  swap?: boolean;
}

export interface Report {
  title: string;
  subtitle: string;
  turn: number;
  seat: string | null;
  sections: Section[];
}

export interface ReportRequest {
  reason: string;
  match?: string;
  n?: number;
  name?: string;
}

export interface Requirements {
  rating?: number;
  reliability?: number;
  known?: boolean;
}

export interface Resident {
  name: string;
  kind: string;
  role: string;
  created: string;
  seen: string;
  restrictions: string[];
}

export interface Result {
  text: string;
  chance: number;
  losses?: Record<string, number>;
  of?: number | null;
}

export interface RetryResult {
  goes_on: boolean;
}

export interface Route {
  spaces: number[];
  style?: string;
  kind?: "arrival" | "flight" | "march" | "retreat";
  board?: string;
  text?: string;
}

export interface Row {
  label: string;
  value?: string;
  note?: string;
  piece?: string;
}

export interface RuleChange {
  version: string;
  clause: string;
  text: string;
}

export interface Ruling {
  id: string;
  chapter: string;
  question: string;
  ruling: string;
  reason?: string;
  source?: string;
  option?: string;
}

export interface RunTurnRequest {
  seat?: string | null;
}

export interface Scenario {
  name: string;
  title: string;
  tables: string[][];
  text: string;
  usual_turns: [number, number];
}

export interface Seat {
  match: string;
  seat: string;
  seated: boolean;
}

export interface SeatInfo {
  seat: string;
  kind: "bot" | "person";
  name: string;
  bot: string;
  seated: boolean;
  lent: boolean;
  missed: number;
  left: boolean;
  free: boolean;
}

export interface SeatOffer {
  seat: string;
  name: string;
  bot: string;
  free: boolean;
  rating: number | null;
  percent: number | null;
  turns: number;
}

export interface SeatRequest {
  seat: string;
}

export interface SeatTimeInfo {
  left?: number;
  asked?: string;
  since?: string;
  ends?: string;
  away?: string;
  up?: string;
  wanted?: string;
  ready?: boolean;
  waits?: boolean;
}

export interface Section {
  id: string;
  title: string;
  paragraphs?: string[];
  grids?: Grid[];
  board?: string;
  typed?: boolean;
}

export interface SentInvitation {
  id: string;
  seat: string;
  to: string;
  state: string;
  taken_by: string;
  expires: string;
  by_mail: boolean;
}

export interface SentView {
  game: string;
  seat: string | null;
  heading: string;
  prompt: string;
  clause: string;
  asked: string[];
  pieces: Piece[];
  choices?: Choice[];
  shortcuts?: Shortcut[];
  shortcut_spaces?: number[];
  verbs?: Record<string, string>;
  panels?: Panel[];
  focus?: string[];
  marks?: Record<string, Mark[]>;
  seen?: Record<string, KnownSpace>;
  boards?: string[];
  outcome?: Record<string, any> | null;
  names?: Record<string, string>;
  goals?: number[];
  detours?: number[];
}

export interface ServerHealth {
  counts: ChannelCount[];
  troubles: ChannelTrouble[];
  outbox: OutboxCount[];
}

export interface ServerStatus {
  time: string;
  matches: Record<string, number>;
  by_game: Record<string, number>;
  members: number;
  guests: number;
  here: number;
  stuck: StuckMatch[];
  stuck_count: number;
  jobs_waiting: number;
  jobs_due: number;
  jobs_parked: number;
  parked: Job[];
  outbox: Record<string, number>;
  failed: OutboxEntry[];
  inbox: Record<string, number>;
  storage: StorageStatus;
  slow: Slow[];
  mail_trouble: string;
  mail_since: string;
  has_mail: boolean;
}

export interface Session {
  id: string;
  account: string;
  device: string;
  made: string;
  seen: string;
  expires: string;
}

export interface SettleRequest {
  state: "dismissed" | "done";
  reason: string;
}

export interface Shape {
  style: string;
  outlines: [number, number][][];
}

export interface SheetCheck {
  ok: boolean;
  problems: Problem[];
  forecasts: Forecast[];
  orders: number;
  understood: string;
}

export interface SheetDraft {
  seat: string;
  turn: number;
  text: string;
  saved: string;
  handed_in: string | null;
  handed_at: string;
  handed_by: string;
  version: string;
}

export interface SheetPreview {
  check: SheetCheck;
  preview: Preview;
}

export interface SheetRequest {
  seat: string;
  turn: number;
  text: string;
  based_on?: string | null;
}

export interface Shortcut {
  text: string;
  actions: [string, number][];
  space?: number;
  is_listed?: boolean;
  duration_key?: string;
}

export interface Shortcuts {
  version: number;
  shortcuts: Goal[];
}

export interface SitDown {
  seat?: string;
  number?: string;
}

export interface SitRequest {
  key: string;
  name?: string | null;
  number?: string | null;
  look?: boolean;
}

export interface Slow {
  file: string;
  game: string;
  match: string;
  version: number;
  time: string;
  seconds: number;
}

export interface Space {
  id: string;
  operand: number;
  name: string;
  at: [number, number];
  outline?: [number, number][];
  ground?: string[];
  marks?: Mark[];
  text?: string;
  spread?: string;
  size?: [number, number];
}

export interface Standing {
  seat: string;
  place: number;
  score?: number | null;
  out?: number;
  has_left?: boolean;
}

export interface StorageStatus {
  kind: string;
  migration: string;
  database: number;
  log: number;
  failures: number;
  free: number;
  tables: Record<string, number>;
}

export interface Story {
  match: string;
  seat: string | null;
  plies: number;
  outcome: Record<string, any>;
  turns: number;
  measures: MeasureTitle[];
  moments: Moment[];
  turning_points: TurningPoint[];
  losses: Loss[];
  luck: Luck[];
  rematch: Rematch;
  standing: Standing[];
  score: string;
  colours: Record<string, Colours>;
  names: Record<string, string>;
}

export interface Strength {
  bot: string;
  text: string;
}

export interface StuckMatch {
  match: string;
  title: string;
  version: number;
  why: string;
  error: string;
  file: string;
}

export interface Style {
  fill?: string;
  dark?: string;
  pattern?: string;
  ink?: string;
  width?: number;
  name?: string;
}

export interface Suggestion {
  text: string;
  title: string;
  cost?: string;
  chance?: string;
  spaces?: string[];
  group?: string;
  instead?: string;
  slots?: string[];
}

export interface TakeBackRequest {
  seat: string;
}

export interface TakeInvitation {
  number?: string;
}

export interface Terms {
  visibility?: "friends" | "listed" | "private";
  rated?: boolean;
  spectators?: "anybody" | "link" | "nobody";
  delay?: number;
  requirements?: Record<string, any>;
  text?: string;
}

export interface Text {
  text: string;
}

export interface TimeInfo {
  pace?: Record<string, any> | null;
  paused?: string;
  paused_by?: string;
  early?: string;
  seats?: Record<string, SeatTimeInfo>;
  proposals?: ProposalInfo[];
  rematch?: boolean;
}

export interface Token {
  id: string;
  account: string;
  label: string;
  scope: "play" | "read";
  made: string;
  used: string;
}

export interface TokenMade {
  secret: string;
}

export interface TokenRequest {
  label: string;
  scope?: "play" | "read";
}

export interface TurningPoint {
  before: number;
  after: number;
  turn: number;
  change: Record<string, number>;
  items?: RecapItem[];
}

export interface UndoRequest {
  seat: string;
  version: number;
}

export interface Unread {
  unread: number;
}

export interface UnusedOption {
  text: string;
  spaces?: string[];
  action?: [string, number] | null;
  clause?: string;
  weight?: "note" | "warning";
}

export interface UserReport {
  id: string;
  by: string;
  about: string;
  match: string;
  quoted: string;
  reason: string;
  time: string;
  state: "dismissed" | "done" | "open";
}

export interface Verification {
  ok: boolean;
  commitment: string;
  seed: string;
  numbers: Record<string, string>;
  rolls: number;
  actions: number;
  findings: Finding[];
  notes: string[];
  verdict: "partly" | "right" | "wrong";
  rules: string;
  rules_now: string;
  elsewhere: number;
}

export interface View {
  game: string;
  seat: string | null;
  heading: string;
  prompt: string;
  clause: string;
  asked: string[];
  pieces: Piece[];
  choices?: Choice[];
  shortcuts?: Shortcut[];
  shortcut_spaces?: number[];
  verbs?: Record<string, string>;
  panels?: Panel[];
  focus?: string[];
  marks?: Record<string, Mark[]>;
  seen?: Record<string, KnownSpace>;
  boards?: string[];
  outcome?: Record<string, any> | null;
  names?: Record<string, string>;
}

export interface VoteRequest {
  seat: string;
  against: string;
  out?: boolean;
}

export interface Waiting {
  since: string;
  asked: string[];
  away: Record<string, string>;
}

export interface WhyRequest {
  seat: string;
  actions: Move[];
}
