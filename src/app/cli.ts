import {createSystemClock} from '../base/clock.ts';
import {safe} from '../base/text.ts';
import {endingSignals, exitCodes} from '../cli/exit-codes.ts';
import {version} from '../cli/version.ts';
import {findKey} from './open-service.ts';
import {runScreens} from './run-screens.ts';
import type {Start} from './start.ts';

/** Runs the parsed command. Returns the exit code. */
export async function runCli({parsed, environmentKey, early}: Start): Promise<number> {
	const print = (text: string) => process.stdout.write(text);
	const complain = (text: string) => process.stderr.write(text);
	const refuse = (sentence: string) => {
		early?.close();
		complain(`${safe(sentence, 1000)}\n`);
		return exitCodes.usage;
	};
	if (!parsed.ok) return refuse(parsed.sentence);
	const {options} = parsed;
	const clock = createSystemClock();
	switch (options.command) {
		// Unusual forms, such as -hV. The launcher answers the usual ones.
		case 'help': {
			const {helpText} = await import('../cli/help-text.ts');
			print(helpText());
			return exitCodes.done;
		}

		case 'version':
			print(`${version}\n`);
			return exitCodes.done;

		case 'sandbox': {
			const {runSandbox} = await import('./sandbox.ts');
			return runSandbox(options, {clock, environmentKey, print, complain, ended: untilSignal});
		}

		case 'doctor': {
			const {runDoctor} = await import('../commands/doctor.ts');
			return runDoctor(options, {
				clock,
				environmentKey,
				random: Math.random,
				process,
				findKey: (url, sources) => findKey(url, sources, {clock, environment: process.env}),
			});
		}

		case 'keys': {
			const {scopes} = await import('../ui/ink.tsx');
			const {printKeys} = await import('./custom-keys.ts');
			return printKeys(scopes, process.env, {print, complain});
		}

		case 'demo':
		case 'screens':
			return runScreens(options, {clock, environmentKey, early, refuse});

		default:
			throw new Error(`${options.command} runs without a screen`);
	}
}

/** Resolves with the exit code once a signal asks this process to end. */
const untilSignal = (): Promise<number> =>
	new Promise(resolve => {
		for (const [signal, code] of Object.entries(endingSignals)) process.once(signal, () => resolve(code));
	});
