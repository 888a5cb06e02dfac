import type {RawAnswer, RawSource} from '../api/raw-answer.ts';
import type {Deployment} from '../api/types.ts';
import type {LocalTime} from '../base/clock.ts';
import type {Rgb} from '../base/color.ts';
import type {SafeText} from '../base/text.ts';
import type {ThemeName} from '../base/theme-names.ts';
import type {SavedActivityEntry} from '../journal/entries.ts';
import type {Arrangements} from '../model/arrangement.ts';
import type {Profile} from '../model/connection.ts';
import {defaultLaneSpanMs, type Size} from '../model/layout.ts';
import type {LineEditing} from '../model/line-editor.ts';
import type {PlacedRow} from '../model/place.ts';
import {noWordMeanings, type WordMeanings} from '../model/status-words.ts';
import type {Dialog} from './dialog.ts';
import type {Screen} from './screen.ts';

/** The raw response with a record or a page, with the local times of its request and response. */
type ShownRawRecord = {
	readonly source: RawSource;
	readonly raw: RawAnswer;
	readonly askedAt: LocalTime;
	readonly at: LocalTime;
};

/** What the screen shows apart from the data, and how. */
export type InterfaceState = {
	readonly size: Size;
	readonly profiles: readonly Profile[];
	/** The navigation stack: the last screen is shown, and Esc returns to the one before. */
	readonly screens: readonly Screen[];
	/** The screens of the place that the user was in before this one. */
	readonly previousScreens: readonly Screen[] | undefined;
	readonly dialog: Dialog | undefined;
	/** The activity list, newest first. Empty until the user opens it. */
	readonly activity: readonly SavedActivityEntry[];
	/** The response that the dialog `raw record` shows. */
	readonly rawRecord: ShownRawRecord | undefined;
	/** The commands whose keys the demo still suggests, by id. */
	readonly guide: readonly string[];
	/** The rows to select once they arrive: those that were selected when the service was last open, or the one that a live view opens on. `until`: when to stop looking on the board. */
	readonly pendingSelection:
		| {
				readonly project: PlacedRow | undefined;
				/** In the uppermost list with a position of its own. */
				readonly row: PlacedRow | undefined;
				readonly until: LocalTime;
		  }
		| undefined;
	/** The commands run from the palette, newest first. */
	readonly recentCommands: readonly string[];
	readonly isTimeAbsolute: boolean;
	/** Whether the time of day is written with 12 hours. */
	readonly isTwelveHour: boolean;
	/** The order of lists, and what they show. */
	readonly arrangements: Arrangements;
	/** How much time the lanes of the board show. */
	readonly laneSpanMs: number;
	/** The terminal's background. Undefined until the terminal reports it; many never do. */
	readonly background: Rgb | undefined;
	readonly theme: ThemeName;
	/** The first key of each command whose keys the user has changed, by id. Undefined for a command without keys. */
	readonly customKeys: ReadonlyMap<string, string | undefined>;
	/** The user's classification of the service's status words. */
	readonly wordMeanings: WordMeanings;
	/** Whether the user has toggled the preview of the selected project: hidden although there is room, or shown at the cost of columns. */
	readonly isPreviewFlipped: boolean;
	readonly notice: Notice | undefined;
	/** An unknown status word to tell the user about. A notice or a failure goes before it. */
	readonly newWord: SafeText | undefined;
	/** The text field being edited. */
	readonly typing: LineEditing | undefined;
	/** The question or form that is on the screen. */
	readonly paintedQuestion: PaintedQuestion | undefined;
	/** A short-lived footer message that explains why a key had no effect. It takes precedence over everything else there. */
	readonly reason: {readonly text: SafeText; readonly until: LocalTime} | undefined;
	/** The key that has just submitted something. */
	readonly mutedKey: MutedKey | undefined;
	/** When the user last asked to quit: asking twice in succession quits. */
	readonly quitRequestedAt: LocalTime | undefined;
};

export const initialInterface = (size: Size, profiles: readonly Profile[]): InterfaceState => ({
	size,
	profiles,
	screens: [{name: 'welcome'}],
	previousScreens: undefined,
	dialog: undefined,
	activity: [],
	rawRecord: undefined,
	guide: [],
	pendingSelection: undefined,
	recentCommands: [],
	quitRequestedAt: undefined,
	paintedQuestion: undefined,
	reason: undefined,
	mutedKey: undefined,
	typing: undefined,
	isTimeAbsolute: false,
	isTwelveHour: false,
	arrangements: new Map(),
	laneSpanMs: defaultLaneSpanMs,
	background: undefined,
	theme: 'terminal',
	customKeys: new Map(),
	wordMeanings: noWordMeanings,
	isPreviewFlipped: false,
	notice: undefined,
	newWord: undefined,
});

/** Returns what stays the same when another service is connected. */
export const lastingInterface = (before: InterfaceState) => ({
	isTimeAbsolute: before.isTimeAbsolute,
	isTwelveHour: before.isTwelveHour,
	isPreviewFlipped: before.isPreviewFlipped,
	background: before.background,
	theme: before.theme,
	customKeys: before.customKeys,
	wordMeanings: before.wordMeanings,
	guide: before.guide,
});

export type NoticeTone = 'good' | 'bad' | 'quiet';

/** A transient message in the footer: a sentence, or the conclusion of a watched deployment. */
export type Notice =
	| {readonly kind: 'message'; readonly text: SafeText; readonly tone: NoticeTone; readonly at: LocalTime}
	| {readonly kind: 'concluded'; readonly deployment: Deployment; readonly at: LocalTime};

/** A question or form that is on the screen. */
export type PaintedQuestion = {
	/** Identifies it: `openQuestionKey` of the painted state. */
	readonly key: string;
	readonly paintedAt: LocalTime;
	/** When it starts to accept keys. Keys typed before the user could read it are ignored. */
	readonly listensAt: LocalTime;
};

/** A key that has just submitted something. While held or pressed again, it must neither submit again nor trigger another action. `questionKey` identifies the question or form that was open afterwards: closing it ends the muting early. */
type MutedKey = {readonly key: string; readonly until: LocalTime; readonly questionKey: string | undefined};
