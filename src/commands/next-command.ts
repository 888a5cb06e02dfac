import {exitCodes} from '../base/exit-codes.ts';
import type {SafeText} from '../base/text.ts';
import {suggestedCommand} from '../model/suggested-commands.ts';
import {serviceOptions} from './context.ts';
import type {HeadlessOptions} from './options.ts';

/** Returns the command that helps after one has ended with this exit code. Undefined if none does. */
export function nextCommand(name: string, options: HeadlessOptions, exitCode: number): SafeText | undefined {
	switch (exitCode) {
		case exitCodes.usage:
			return suggestedCommand('help', [name], {});
		case exitCodes.notFound:
			return suggestedCommand('ls', [], serviceOptions(options));
		case exitCodes.keyRefused:
		case exitCodes.unreachable:
			return options.isDemo ? undefined : suggestedCommand('doctor', [], serviceOptions(options));
		default:
			return undefined;
	}
}
