import type {Clock} from '../clock.ts';
import type {ReadOutput} from '../terminal/os/command-output.ts';

/** Returns how to read what a program prints. Few profiles need it, so it is loaded when one does. */
export const lazyReadOutput =
	(environment: NodeJS.ProcessEnv, clock: Clock): ReadOutput =>
	async command => {
		const {createReadOutput} = await import('../terminal/os/command-output.ts');
		return createReadOutput(environment, clock.after)(command);
	};
