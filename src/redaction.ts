/** Keeps secrets out of what is written. */
export type Redaction = {
	/** From now on this is a secret. */
	readonly add: (secret: string) => void;
	/** The text with every secret, and whatever stands where one would, replaced. */
	readonly redact: (text: string) => string;
};

export function createRedaction(): Redaction {
	const secrets = new Set<string>();
	return {
		add: secret => secrets.add(secret),
		redact(text) {
			let redacted = text;
			for (const secret of secrets) redacted = redacted.replaceAll(secret, '[key]');
			return redacted.replace(/Bearer\s+\S+/gi, 'Bearer [key]');
		},
	};
}
