import type {Fact} from '../facts.ts';

/** Whether a fact is about a service other than the connected one, for example one that the user left before it answered. */
export function isElsewhere(fact: Fact, connectionId: number | undefined): boolean {
	if ('request' in fact) return fact.request.connectionId !== connectionId;
	return 'ref' in fact && fact.ref.connectionId !== connectionId;
}
