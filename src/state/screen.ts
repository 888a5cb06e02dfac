import type {LoggedRequest} from '../api/transport.ts';
import type {Project, Resource} from '../api/types.ts';
import type {ThemeName} from '../base/color.ts';
import type {SafeText} from '../base/text.ts';
import type {ActivityEntry} from '../model/activity-entry.ts';
import type {Confirmation} from '../model/confirmation.ts';
import type {Destination} from '../model/connection.ts';
import type {Cursor} from '../model/cursor.ts';
import type {Form} from '../model/form.ts';
import type {CountedWord} from '../model/status-words.ts';
import type {UserProgram} from '../model/user-commands.ts';
import type {Base} from '../model/write-intent.ts';

type List = {readonly cursor: Cursor};

/** A list with a details pane, and the field of it that has the focus. Undefined while the list has it. */
type WithDetails = {readonly field?: number | undefined};

export type ConnectField = 'saved' | 'baseUrl' | 'apiKey' | 'profile' | 'keep';
export type ConnectForm = Form<ConnectField>;
export type EditField = 'name' | 'slug' | 'url' | 'uploadMode';
export type Screen =
	| {readonly name: 'welcome'}
	/** `profileIndex`: the selected line of the list of profiles, if it was opened from there. */
	| {readonly name: 'connect'; readonly form: ConnectForm; readonly profileIndex?: number}
	| ({readonly name: 'projects'} & WithDetails)
	/** The same list as on `projects`. `environment` is the key of the selected column, undefined for the first. */
	| {readonly name: 'versions'; readonly environment: string | undefined}
	| ({readonly name: 'board'} & List)
	/** The board alone, in pages that advance automatically, for a screen that nobody sits at. */
	| {readonly name: 'wall'}
	| ({readonly name: 'activity'} & List)
	| ({readonly name: 'deployments'; readonly projectId: string; readonly search?: Search<Cursor> | undefined} & List &
			WithDetails)
	| {readonly name: 'deployment'; readonly projectId: string; readonly deploymentId: string; readonly top: number}
	| {readonly name: 'create'; readonly form: Form<'name'>}
	/** `base` is the project as the user has seen it last. `changedMeanwhile`: what someone else has changed on the service since the form opened. */
	| {
			readonly name: 'edit';
			readonly projectId: string;
			readonly form: Form<EditField>;
			readonly base: Base;
			readonly changedMeanwhile: readonly EditField[];
	  };

/** Whether a screen shows only what the filter of the projects includes. */
export const obeysFilter = (screen: Screen): boolean =>
	listsProjects(screen) || showsBoard(screen) || screen.name === 'activity';

/** A form lies over the screen from which it was opened. */
export type FormScreen = Extract<Screen, {readonly form: unknown}>;

export const isForm = (screen: Screen): screen is FormScreen => 'form' in screen;

/** Whether a screen shows the list of projects. All screens that do share its filter, order and cursor. */
export const listsProjects = ({name}: Pick<Screen, 'name'>): boolean => name === 'projects' || name === 'versions';

/** Whether a screen shows the deployments of all projects, so that they are read for it. */
export const showsBoard = ({name}: Screen): boolean => name === 'board' || name === 'wall';

export type Search<Place = DocumentPlace | Cursor> = {
	readonly query: string;
	readonly isTyping: boolean;
	readonly origin: Place;
};

export type DocumentPlace = {
	readonly top: number;
	/** The selected row. In a document without a cursor: the row of the last match. */
	readonly cursor?: number | undefined;
};

export type DocumentView = DocumentPlace & {readonly search?: Search<DocumentPlace> | undefined};

/** The purpose of a text dialog. A request body returns to its confirmation. */
export type LineAbout =
	/** `isResumed`: whether it began with what was typed earlier and not sent. */
	| {readonly kind: 'body'; readonly question: Confirmation; readonly isResumed: boolean}
	| {readonly kind: 'profile name'; readonly profile: string}
	| {readonly kind: 'protects'; readonly profile: string}
	| {readonly kind: 'filter name'; readonly query: string}
	| {readonly kind: 'command'};

export type BulkTarget = {
	readonly id: string;
	readonly title: SafeText;
	readonly labels: readonly string[];
	/** Undefined until the project is processed. */
	readonly result: BulkResult | undefined;
};

/** What became of the write to one project. `deploymentId` is the deployment that it started. */
export type BulkResult = {
	readonly kind: 'done' | 'refused' | 'unconfirmed';
	readonly text: SafeText;
	readonly deploymentId?: string;
};

/** A bulk action: its confirmation, then its progress. The targets are fixed when the dialog opens. */
export type BulkState = {
	readonly name: 'bulk';
	/** Distinguishes it from later bulk actions. */
	readonly id: string;
	readonly kind: 'deploy' | 'delete';
	readonly targets: readonly BulkTarget[];
	/** How many other projects are marked: more than the profile allows at once. */
	readonly restCount: number;
	readonly typed: string;
	readonly isRunning: boolean;
	readonly isStopped: boolean;
	readonly top: number;
	readonly problem: SafeText | undefined;
};

/** What was selected when a dialog opened: a project, or one of its deployments. */
export type RecordRef = {readonly projectId: string; readonly deploymentId: string | undefined};

export type Dialog =
	| BulkState
	/** The command palette. `index` is the selected entry, `found` holds the projects that matched when it was typed, `named` is what the text named exactly by then, and `record` is what the commands act on. */
	| {
			readonly name: 'palette';
			readonly typed: string;
			readonly index: number;
			readonly found: readonly Project[];
			readonly named?: RecordRef | undefined;
			readonly record: RecordRef | undefined;
	  }
	| ({readonly name: 'help'} & DocumentView)
	/** The filter input. `isNew` is true once the query has been emptied, so that a new one starts. */
	| {readonly name: 'filter'; readonly isNew: boolean}
	| {readonly name: 'sort'}
	| ({readonly name: 'saved filters'} & DocumentView)
	/** The list of themes. `before` is the theme that esc returns to. */
	| {readonly name: 'theme'; readonly before: ThemeName}
	| {readonly name: 'rules'; readonly index: number}
	/** The status words to classify, in the order that they had when it opened. */
	| ({readonly name: 'meaning'; readonly words: readonly CountedWord[]} & DocumentView)
	/** The copy menu. `records`: what is copied from, fixed when the menu opens. */
	| {readonly name: 'copy'; readonly records: readonly RecordRef[]}
	| ({readonly name: 'activity entry'; readonly entry: ActivityEntry} & DocumentView)
	| ({readonly name: 'request log'} & DocumentView)
	/** One request. `log` is where the request log was when it had `made` requests. */
	| ({
			readonly name: 'request';
			readonly record: LoggedRequest;
			readonly log: DocumentView;
			readonly made: number;
	  } & DocumentView)
	| ({readonly name: 'unconfirmed change'; readonly id: string} & DocumentView)
	| ({readonly name: 'raw record'; readonly resource: Resource} & DocumentView)
	/** A text input: the request body of a deployment, the notification command, or a setting of a profile. */
	| {
			readonly name: 'line';
			readonly about: LineAbout;
			readonly initial: string;
			readonly typed: string;
			readonly problem: SafeText | undefined;
	  }
	/** The confirmation of a deployment. `body` is the request body as JSON. */
	| ({readonly name: 'deploy'; readonly body: string; readonly isAskedAgain?: boolean} & Confirmation)
	| {readonly name: 'profiles'; readonly index: number}
	/** Asks before a service with unconfirmed changes is left. */
	| {readonly name: 'switch'; readonly destination: Destination}
	/** Asks before a profile is removed. `forgets`: with what the journal remembers of it. */
	| {readonly name: 'remove profile'; readonly profile: string; readonly forgets: boolean}
	| {readonly name: 'user command'; readonly program: UserProgram}
	/** What such a command prints. `isStopped`: whether the user ends it. `ended`: how it has ended. */
	| ({
			readonly name: 'output';
			readonly program: UserProgram;
			readonly text: string;
			readonly isStopped?: boolean;
			readonly ended?: SafeText;
	  } & DocumentView)
	| ({readonly name: 'delete'; readonly typed: string} & Confirmation);
