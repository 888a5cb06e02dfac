import {joinWindows, weights} from '../../store/effects/windows.ts';
import type {Service} from '../../store/model/login.ts';
import type {CommandContext, ShareOptions} from './context.ts';

/** Returns how a command joins the windows that read from the same service. It is in there once: joining again replaces its weight. The demo, and a service that was not opened, are not shared. */
export function createBudgetShare(
	service: () => Service | undefined,
	{clock, newId, openJournal}: Pick<CommandContext, 'clock' | 'newId' | 'openJournal'>,
) {
	let leave = () => {};
	return {
		async join({weight, requestsPerMinute, onBudget}: ShareOptions): Promise<() => void> {
			leave();
			const fingerprint = service()?.fingerprint?.();
			if (fingerprint === undefined) return () => {};
			const journal = await openJournal();
			const window = joinWindows({
				journal,
				clock,
				newId,
				service: fingerprint,
				weight: () => weights[weight],
				requestsPerMinute,
				onBudget,
			});
			window.beat();
			({leave} = window);
			return window.leave;
		},

		leave: () => leave(),
	};
}
