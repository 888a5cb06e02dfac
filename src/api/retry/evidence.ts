/** What earlier calls have shown of an address: nothing, that something there answers as HTTP does, or that it is the service. Advice to check the address is given only where it may help. */
export type Evidence = 'none' | 'answered' | 'served';

/** Remembers the strongest evidence of one address. */
export type EvidenceRecord = {readonly get: () => Evidence; readonly add: (shown: Evidence) => void};

export function createEvidenceRecord(): EvidenceRecord {
	let strongest: Evidence = 'none';
	return {
		get: () => strongest,

		add(shown) {
			if (strongest !== 'served') strongest = shown;
		},
	};
}
