import type {RawSource} from '../../api/raw-record.ts';
import type {Project, ProjectChanges} from '../../api/types.ts';
import type {SafeText} from '../../text.ts';
import type {DocumentView} from '../model/document-view.ts';
import type {Confirmation} from '../model/writes/confirmation.ts';
import type {Base} from '../model/writes/write-intent.ts';
import type {EditField} from './screen.ts';

/** What a typed line is for; a body goes back to its question. */
export type LineAbout =
	| {readonly kind: 'body'; readonly question: Confirmation}
	| {readonly kind: 'quiet'}
	| {readonly kind: 'command'};

/** A field that was changed here and by somebody else. */
type Contested = {readonly field: EditField; readonly mine: string; readonly theirs: string; readonly isMine: boolean};

/** What to keep of a project that somebody else has changed meanwhile. */
type Conflict = {
	readonly name: 'conflict';
	readonly index: number;
	readonly projectId: string;
	readonly fields: readonly Contested[];
	/** What was changed here alone: it is sent whatever is chosen. */
	readonly changes: ProjectChanges;
	/** The project as it is now. */
	readonly base: Base;
};

/** One of several projects that are acted on. */
export type BulkTarget = {
	readonly id: string;
	readonly title: SafeText;
	/** Its name and slug, exactly as the service sent them. */
	readonly labels: readonly string[];
	/** What came of it. Undefined while it was not its turn. */
	readonly result: SafeText | undefined;
	readonly isDone: boolean;
};

/** A question about several projects, fixed when it was asked, and what comes of it. */
type Bulk = {
	readonly name: 'bulk';
	/** Tells it from another one that is asked later. */
	readonly id: string;
	readonly kind: 'deploy' | 'delete';
	readonly targets: readonly BulkTarget[];
	readonly typed: string;
	readonly isRunning: boolean;
	/** Whether the next one is not to be begun. */
	readonly isStopped: boolean;
	readonly top: number;
	readonly problem: SafeText | undefined;
};

/** Projects offered for what was typed; they arrive a moment after it. */
type FoundProjects = {readonly typed: string; readonly projects: readonly Project[]};

export type Dialog =
	| Bulk
	/** A command is typed. `index` is the selected line of what is offered. */
	| {readonly name: 'palette'; readonly typed: string; readonly index: number; readonly found: FoundProjects}
	| ({readonly name: 'help'} & DocumentView)
	/** What is searched for is typed. `anchorId` is the project that was picked by hand last; `isNew` says that the query was emptied since, so that another one is begun. */
	| {readonly name: 'filter'; readonly anchorId: string | undefined; readonly isNew: boolean}
	| {readonly name: 'sort'}
	| {readonly name: 'rules'; readonly index: number}
	/** What a word means is asked. */
	| {readonly name: 'meaning'; readonly word: SafeText}
	| {readonly name: 'copy'}
	/** The latest requests. */
	| ({readonly name: 'calls'} & DocumentView)
	/** What became of a write whose answer was lost. */
	| ({readonly name: 'lost'; readonly id: string} & DocumentView)
	/** A record or a page as it was sent. */
	| ({readonly name: 'inspect'; readonly source: RawSource} & DocumentView)
	/** A line is typed: what is sent to deploy, the quiet hours, or a command. */
	| {
			readonly name: 'line';
			readonly about: LineAbout;
			readonly initial: string;
			readonly typed: string;
			readonly problem: SafeText | undefined;
	  }
	/** `body` is what will be sent, as JSON. */
	| ({readonly name: 'deploy'; readonly body: string; readonly isAskedAgain?: boolean} & Confirmation)
	| Conflict
	| ({readonly name: 'delete'; readonly typed: string} & Confirmation);
