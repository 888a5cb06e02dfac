import type {Clock} from '../clock.ts';
import type {Notification} from '../store/effects/notifier.ts';
import type {NotificationRules} from '../store/model/deployments/notification-rules.ts';
import type {Output} from '../terminal/lifecycle/output.ts';
import {type ReportOptions, writeSupportFile} from '../terminal/lifecycle/report-files.ts';
import {createBrowse} from '../terminal/os/browser.ts';
import {createEditor, type EditedText} from '../terminal/os/editor.ts';
import {createNotifications} from '../terminal/os/notifications.ts';
import type {RunProgram} from '../terminal/os/programs.ts';
import {plain, type SafeText, safe} from '../text.ts';

export type TerminalServicesOptions = {
	readonly clock: Clock;
	/** Runs other programs: a clipboard's, a browser, the user's notification command. */
	readonly run: RunProgram;
	/** Runs a program that owns the terminal until it exits. Returns its exit code, or why it could not be run. */
	readonly runInTerminal: (program: string, args: readonly string[]) => number | string;
	/** The environment landfall was started with, as far as it identifies the terminal. */
	readonly environment: Readonly<Record<string, string | undefined>>;
	readonly platform: string;
	/** Where landfall's own files are, and what they say about it. */
	readonly files: Omit<ReportOptions, 'now'>;
};

type Wiring = {
	readonly stdout: Output;
	/** Gives the terminal to another program, and takes it back. */
	readonly handOver: () => void;
	readonly resume: () => void;
	/** Shows a sentence in the status line. */
	readonly say: (text: SafeText) => void;
};

/** What keys can do outside the screen: the clipboard, a browser, the user's editor, notifications. */
export function createTerminalServices(options: TerminalServicesOptions, {stdout, handOver, resume, say}: Wiring) {
	const {clock, run, runInTerminal, environment, platform, files} = options;
	const editText: (text: string) => EditedText = createEditor({
		directory: files.directory,
		environment,
		platform,
		now: clock.now,
		runInTerminal(program, args) {
			handOver();
			const exit = runInTerminal(program, args);
			resume();
			return exit;
		},
	});
	const notify = createNotifications({stdout, environment, run, onFault: say});
	return {
		announce: (alert: Notification, {hasBell, hasTerminalNotification, command}: NotificationRules) =>
			notify({...alert, hasBell, hasTerminalNotification, command}),
		editText,
		exportForSupport(lines: readonly SafeText[]) {
			const written = writeSupportFile(lines, {...files, now: clock.now()});
			if ('path' in written) say(plain`Saved without secrets: ${safe(written.path, 600)}`);
			else say(plain`Not saved: ${safe(written.fault, 400)}`);
		},
		copy: (lines: readonly SafeText[], what: SafeText) =>
			void import('../terminal/os/clipboard.ts')
				.then(({createCopy}) => createCopy({stdout, environment, platform, run})(lines))
				.then(how => say(plain`Copied ${what}: ${how}`)),
		browse: (url: string) => void createBrowse({platform, environment, run})(url).then(say),
	};
}
