/** Undefined for other schemes than http and https, and for addresses with credentials. */
export function parseWebAddress(text: string): URL | undefined {
	if (!URL.canParse(text)) return undefined;
	const url = new URL(text);
	const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
	return isWeb && url.username === '' && url.password === '' ? url : undefined;
}

/** Whether a text shows the host that a browser will open. Homographs and unusual number formats can disguise it. */
export const isHostAsWritten = ({hostname}: URL, text: string): boolean => text.toLowerCase().includes(`//${hostname}`);

const maxLinkLength = 2000;

export function linkTo(text: string): string | undefined {
	const url = text.length > maxLinkLength ? undefined : parseWebAddress(text);
	if (!url || !isHostAsWritten(url, text)) return undefined;
	return url.href.length <= maxLinkLength && /^[!-~]+$/.test(url.href) ? url.href : undefined;
}
