import type {LoggedRequest} from '../api/transport.ts';
import type {Project, Resource} from '../api/types.ts';
import type {ThemeName} from '../base/color.ts';
import type {SafeText} from '../base/text.ts';
import type {ActivityEntry} from '../model/activity-entry.ts';
import type {Confirmation} from '../model/confirmation.ts';
import type {Destination} from '../model/connection.ts';
import type {Cursor} from '../model/cursor.ts';
import type {RunnableCommand} from '../model/custom-command.ts';
import type {Form} from '../model/form.ts';
import type {CountedWord} from '../model/status-words.ts';
import type {Base} from '../model/write-intent.ts';

type List = {readonly cursor: Cursor};

export type ConnectField = 'saved' | 'baseUrl' | 'apiKey' | 'profile' | 'keep';
export type ConnectForm = Form<ConnectField>;
export type EditField = 'name' | 'slug' | 'url' | 'uploadMode';
export type Screen =
	| {readonly name: 'welcome'}
	| {readonly name: 'connect'; readonly form: ConnectForm; readonly profileIndex?: number}
	| {readonly name: 'projects'}
	/** `environment`: the key of the selected column. Undefined: the first one. */
	| {readonly name: 'versions'; readonly environment: string | undefined}
	| ({readonly name: 'board'} & List)
	| {readonly name: 'wall'}
	| ({readonly name: 'activity'} & List)
	/** `marked`: the id of the deployment to compare others with. */
	| ({
			readonly name: 'deployments';
			readonly projectId: string;
			readonly marked?: string | undefined;
			readonly search?: Search<Cursor> | undefined;
	  } & List)
	| {readonly name: 'deployment'; readonly projectId: string; readonly deploymentId: string; readonly top: number}
	| {readonly name: 'create'; readonly form: Form<'name'>}
	/** `base`: the project as the user last saw it. `changedMeanwhile`: fields someone else changed since the form opened. */
	| {
			readonly name: 'edit';
			readonly projectId: string;
			readonly form: Form<EditField>;
			readonly base: Base;
			readonly changedMeanwhile: readonly EditField[];
	  };

export const obeysFilter = (screen: Screen): boolean =>
	listsProjects(screen) || showsBoard(screen) || screen.name === 'activity';

export type FormScreen = Extract<Screen, {readonly form: unknown}>;

export const isForm = (screen: Screen): screen is FormScreen => 'form' in screen;

export const listsProjects = ({name}: Pick<Screen, 'name'>): boolean => name === 'projects' || name === 'versions';

export const showsBoard = ({name}: Screen): boolean => name === 'board' || name === 'wall';

export type Search<Origin = DocumentScroll | Cursor> = {
	readonly query: string;
	readonly isTyping: boolean;
	readonly origin: Origin;
};

export type DocumentScroll = {
	readonly top: number;
	/** The selected row. In a document without a cursor, the row of the last match. */
	readonly cursor?: number | undefined;
};

export type DocumentView = DocumentScroll & {readonly search?: Search<DocumentScroll> | undefined};

export type LineAbout =
	| {readonly kind: 'body'; readonly question: Confirmation; readonly isResumed: boolean}
	| {readonly kind: 'profile name'; readonly profile: string}
	| {readonly kind: 'filter name'; readonly query: string}
	| {readonly kind: 'command'};

export type BulkTarget = {
	readonly id: string;
	readonly title: SafeText;
	readonly labels: readonly string[];
	readonly result: BulkResult | undefined;
};

export type BulkResult = {
	readonly kind: 'done' | 'rejected' | 'unconfirmed';
	readonly text: SafeText;
	readonly deploymentId?: string;
};

/** A bulk operation. Its targets are fixed when the dialog opens. */
export type BulkState = {
	readonly name: 'bulk';
	readonly id: string;
	readonly kind: 'deploy' | 'delete';
	readonly targets: readonly BulkTarget[];
	readonly restCount: number;
	/** The number of the named deploy to use. */
	readonly way?: number;
	readonly typed: string;
	readonly isRunning: boolean;
	readonly isStopped: boolean;
	readonly top: number;
	readonly problem: SafeText | undefined;
};

export type RecordRef = {readonly projectId: string; readonly deploymentId: string | undefined};

export type Dialog =
	| BulkState
	/** `found`: the projects that matched when the text was typed. `named`: the record that the text named exactly at that time. `record`: the record that the commands act on. */
	| {
			readonly name: 'palette';
			readonly typed: string;
			readonly index: number;
			readonly found: readonly Project[];
			readonly named?: RecordRef | undefined;
			readonly record: RecordRef | undefined;
	  }
	| ({readonly name: 'help'} & DocumentView)
	| {readonly name: 'filter'; readonly isNew: boolean}
	| {readonly name: 'sort'}
	| ({readonly name: 'saved filters'} & DocumentView)
	| {readonly name: 'theme'; readonly before: ThemeName}
	| {readonly name: 'rules'; readonly index: number}
	/** The words keep their order from the opening of the dialog. */
	| ({readonly name: 'meaning'; readonly words: readonly CountedWord[]} & DocumentView)
	| {readonly name: 'copy'; readonly records: readonly RecordRef[]}
	| ({readonly name: 'activity entry'; readonly entry: ActivityEntry} & DocumentView)
	| ({readonly name: 'comparison'; readonly projectId: string; readonly ids: readonly string[]} & DocumentView)
	| ({readonly name: 'request log'} & DocumentView)
	/** `log`: the request log after `made` requests. */
	| ({
			readonly name: 'request';
			readonly record: LoggedRequest;
			readonly log: DocumentView;
			readonly made: number;
	  } & DocumentView)
	| ({readonly name: 'unconfirmed change'; readonly id: string} & DocumentView)
	| ({readonly name: 'raw record'; readonly resource: Resource} & DocumentView)
	| {
			readonly name: 'line';
			readonly about: LineAbout;
			readonly initial: string;
			readonly typed: string;
			readonly problem: SafeText | undefined;
	  }
	/** `body`: the user's own. `way`: the number of the named deploy to use instead. */
	| ({
			readonly name: 'deploy';
			readonly body: string;
			readonly way?: number;
			readonly isAskedAgain?: boolean;
	  } & Confirmation)
	| {readonly name: 'profiles'; readonly index: number}
	| {readonly name: 'switch'; readonly destination: Destination}
	| {readonly name: 'remove profile'; readonly profile: string}
	| {readonly name: 'custom command'; readonly program: RunnableCommand}
	/** `isStopped`: the user ended the program. `ended`: how it ended. */
	| ({
			readonly name: 'output';
			readonly program: RunnableCommand;
			readonly text: string;
			readonly isStopped?: boolean;
			readonly ended?: SafeText;
	  } & DocumentView)
	| ({readonly name: 'delete'; readonly typed: string} & Confirmation);
