/** Returns the full name of a time zone, as TZ understands it. Undefined if there is none of this name. */
export function zoneNamed(name: string): string | undefined {
	try {
		return new Intl.DateTimeFormat('en', {timeZone: name}).resolvedOptions().timeZone;
	} catch (error) {
		if (error instanceof RangeError) return undefined;
		throw error;
	}
}
