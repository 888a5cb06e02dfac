import type {AccentName} from './color.ts';
import type {MainScreen} from './main-screens.ts';
import type {NamedDeploy} from './named-deploy.ts';

export type SavedProfile = {
	readonly baseUrl: string;
	/** The program that prints the key, and its arguments. Empty if the setting is invalid. */
	readonly apiKeyCommand?: readonly string[];
	readonly isReadOnly?: boolean;
	/** Name patterns of protected projects: landfall never deletes them, and asks twice before it deploys them. */
	readonly protects?: readonly string[];
	readonly maxBulk?: number;
	readonly filters?: Readonly<Record<string, string>>;
	readonly environments?: Readonly<Record<string, string>>;
	readonly isWithoutJournal?: boolean;
	readonly accent?: AccentName;
	readonly deploys?: readonly NamedDeploy[];
	readonly startScreen?: MainScreen;
	readonly rpm?: number;
	readonly patience?: number;
};
