import type {Form} from '../model/form.ts';
import type {Position} from '../model/position.ts';
import type {Base} from '../model/write-intent.ts';

/** A list with a position of its own, and the search within it. */
type List = {readonly position: Position; readonly search?: Search<Position> | undefined};

/** A list with a details pane, and the field of it that has the focus. Undefined while the list has it. */
type WithDetails = {readonly field?: number | undefined};

export type ConnectField = 'saved' | 'baseUrl' | 'apiKey' | 'profile' | 'keep';
export type ConnectForm = Form<ConnectField>;
export type EditField = 'name' | 'slug' | 'url' | 'uploadMode';
export type Screen =
	| {readonly name: 'welcome'}
	| {readonly name: 'connect'; readonly form: ConnectForm}
	| ({readonly name: 'projects'} & WithDetails)
	/** The same list as on `projects`. `environment` is the key of the selected column, undefined for the first. */
	| {readonly name: 'versions'; readonly environment: string | undefined}
	| ({readonly name: 'board'} & List)
	/** The board alone, in pages that advance automatically, for a screen that nobody sits at. */
	| {readonly name: 'wall'}
	| ({readonly name: 'activity'} & List)
	| ({readonly name: 'deployments'; readonly projectId: string} & List & WithDetails)
	| {readonly name: 'deployment'; readonly projectId: string; readonly deploymentId: string; readonly top: number}
	| {readonly name: 'create'; readonly form: Form<'name'>}
	/** `base` is the project when the form opened. */
	| {readonly name: 'edit'; readonly projectId: string; readonly form: Form<EditField>; readonly base: Base};

/** Whether a screen shows the list of projects. All screens that do share its filter, order and position. */
export const listsProjects = ({name}: Screen): boolean => name === 'projects' || name === 'versions';

/** Whether a screen shows the deployments of all projects, so that they are read for it. */
export const showsBoard = ({name}: Screen): boolean => name === 'board' || name === 'wall';

/** A search within a document or a list. */
export type Search<Place = DocumentPlace | Position> = {
	readonly query: string;
	/** Whether the query is still being typed. */
	readonly isTyping: boolean;
	/** Where the cursor was when the search began. */
	readonly origin: Place;
};

/** How far a text or table is scrolled. */
export type DocumentPlace = {
	/** The first row shown. */
	readonly top: number;
	/** The selected row. In a document without a cursor: the row of the last match. */
	readonly cursor?: number | undefined;
};

/** The scroll position of a text or table, and the search within it. */
export type DocumentView = DocumentPlace & {readonly search?: Search<DocumentPlace> | undefined};
