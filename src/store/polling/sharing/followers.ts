import type {Store} from '../../store.ts';
import type {WindowNeeds} from '../other-windows.ts';
import type {SharedMessage} from './shared-message.ts';

type Options = {
	readonly store: Store;
	/** The `--rpm` of this window. */
	readonly requestsPerMinute: number;
	/** Called when the needs have changed. */
	readonly onChange: () => void;
};

/** Keeps what the followers need, if this window reads. */
export function createFollowers({store, requestsPerMinute, onChange}: Options, send: (message: SharedMessage) => void) {
	const needsOf = new Map<string, WindowNeeds>();

	/** Agrees on the smallest budget of all windows, and tells it to them. */
	function agreeOnBudget() {
		const perMinute = Math.min(requestsPerMinute, ...[...needsOf.values()].map(needs => needs.perMinute));
		send({kind: 'budget', perMinute});
		store.dispatch({type: 'budget-shared', perMinute});
	}

	return {
		agreeOnBudget,
		needs: () => needsOf.values(),
		clear: () => needsOf.clear(),

		add(needs: WindowNeeds, id: string) {
			const isAgreed = needsOf.get(id)?.perMinute === needs.perMinute;
			needsOf.set(id, needs);
			if (!isAgreed) agreeOnBudget();
			onChange();
		},

		remove(id: string) {
			needsOf.delete(id);
			agreeOnBudget();
			onChange();
		},
	};
}
