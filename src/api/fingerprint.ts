/** Returns what all windows on a service with the same API key have in common. Reveals neither. */
export function serviceFingerprint(baseUrl: string, apiKey: string): string {
	// Loading it takes a millisecond, and the start does not need it.
	const {createHmac} = process.getBuiltinModule('node:crypto');
	return createHmac('sha256', apiKey).update(`landfall windows ${baseUrl}`).digest('hex').slice(0, 32);
}
