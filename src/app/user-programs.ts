import type {Clock} from '../base/clock.ts';
import {plain, type SafeText, safe} from '../base/text.ts';
import type {RunnableCommand} from '../model/custom-command.ts';
import {dialogOf, openDialog, withDialog} from '../state/dialogs.ts';
import {notify, type Store} from '../sync/store.ts';
import type {FollowProgram, ProgramInTerminal, RunInTerminal} from '../terminal/programs.ts';

type UserProgramsOptions = {
	readonly store: Store;
	readonly clock: Clock;
	readonly follow: FollowProgram;
	readonly runInTerminal: RunInTerminal;
	readonly keyboard: number;
	readonly lend: (start: () => ProgramInTerminal) => ProgramInTerminal['ended'];
	readonly crash: {readonly redact: (text: string) => string};
};

const maxShownOutputLength = 1_000_000;

const showOutputMs = 100;

/** Commands in a popup or in the background end with landfall. */
export function createUserPrograms({
	store,
	clock,
	follow,
	runInTerminal,
	keyboard,
	lend,
	crash: {redact},
}: UserProgramsOptions) {
	const running = new Set<ReturnType<FollowProgram>>();

	function start({argv, variables}: RunnableCommand, onOutput?: (text: string) => void) {
		const followed = follow(argv, {variables, onOutput});
		running.add(followed);
		void followed.ended.then(() => running.delete(followed));
		return followed;
	}

	async function runInPopup(program: RunnableCommand) {
		let text = '';
		let cancel = () => {};
		let isWaiting = false;
		const outputDialog = () => {
			const dialog = dialogOf(store.get(), 'output');
			return dialog?.program === program ? dialog : undefined;
		};
		const show = (ended?: SafeText) => {
			cancel();
			isWaiting = false;
			if (outputDialog())
				store.change(state => withDialog(state, 'output', {text: redact(text), ...(ended && {ended})}));
		};
		store.change(state => openDialog(state, {name: 'output', program, text, top: Number.POSITIVE_INFINITY}));
		const followed = start(program, chunk => {
			text += chunk;
			if (text.length > maxShownOutputLength) followed.stop('was stopped: it printed more than 1 MB');
			if (isWaiting) return;
			isWaiting = true;
			cancel = clock.after(showOutputMs, show);
		});
		const unsubscribe = store.subscribe(() => {
			const dialog = outputDialog();
			if (!dialog || dialog.isStopped) followed.stop('was stopped');
		});
		const {how} = await followed.ended;
		unsubscribe();
		show(safe(how));
	}

	async function runInBackground(program: RunnableCommand) {
		notify(store, plain`${program.title} is running`, 'quiet');
		notifyEnd(program, await start(program).ended);
	}

	async function runWithTerminal(program: RunnableCommand) {
		const {argv, variables} = program;
		notifyEnd(program, await lend(() => runInTerminal(argv, {variables, keyboard})));
	}

	const notifyEnd = ({title}: RunnableCommand, {how, isGood}: Awaited<ProgramInTerminal['ended']>) =>
		notify(store, plain`${title} ${safe(how)}`, isGood ? 'quiet' : 'bad');

	return {
		run(program: RunnableCommand) {
			const runs = {popup: runInPopup, background: runInBackground, terminal: runWithTerminal};
			void runs[program.run](program);
		},

		stop() {
			for (const followed of running) followed.stop('was stopped');
		},
	};
}
