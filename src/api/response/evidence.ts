/** What earlier requests have shown about a base url: nothing, that an HTTP server responds there, or that it is the service. Decides whether an error message advises the user to check the address. */
export type Evidence = 'none' | 'answered' | 'served';

/** Keeps the strongest evidence for one base url. */
export type EvidenceRecord = {readonly get: () => Evidence; readonly add: (evidence: Evidence) => void};

export function createEvidenceRecord(): EvidenceRecord {
	let strongest: Evidence = 'none';
	return {
		get: () => strongest,

		add(evidence) {
			if (strongest !== 'served') strongest = evidence;
		},
	};
}
