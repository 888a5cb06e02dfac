import type {Client} from '../api/client.ts';
import {ApiError} from '../api/errors.ts';
import type {Project, ProjectChanges} from '../api/types.ts';
import type {Clock} from '../clock.ts';
import {type SafeText, safe} from '../text.ts';
import type {Access, Address, Denial, Entry, Login, Service} from './access.ts';
import type {Connections} from './connections.ts';
import {changes, type Problem} from './form.ts';
import type {Event} from './reduce.ts';
import {type ConnectForm, currentScreen, type EditField, type Question} from './state.ts';
import type {Store} from './store.ts';

type Acting = {
	readonly store: Store;
	readonly connections: Connections;
	readonly access: Access;
	readonly clock: Clock;
};

/** What a person can set going. Each returns at once; what comes of it arrives as an event. */
export type Actions = ReturnType<typeof createActions>;

const problemOf = (error: ApiError): Problem => ({sentence: safe(error.message, 600), error});

const fieldNames: Readonly<Record<EditField, string>> = {
	name: 'name',
	slug: 'slug',
	url: 'url',
	uploadMode: 'upload_mode',
};

/** Names the fields in which the service kept something else than it was sent. */
function savedRemark(project: Project, sent: ProjectChanges): SafeText {
	const others = (Object.keys(sent) as EditField[]).filter(field => project[field]?.exact !== sent[field]);
	const said = others.map(
		field => `${fieldNames[field]}: sent ${sent[field]}, the service kept ${project[field]?.exact ?? 'nothing'}`,
	);
	return safe([`Saved ${project.name?.exact ?? project.id}`, ...said].join(' · '), 500);
}

/** The name that a person types to delete a project. */
export const confirmationOf = ({project}: Question): string => project.shown;

export function createActions({store, connections, access, clock}: Acting) {
	const never = new AbortController().signal;

	function enter({client, name, host, isReadOnly}: Service) {
		const id = connections.add(client);
		store.dispatch({type: 'connected', connection: {id, name, host, isReadOnly, refusal: undefined}});
	}

	function notice(text: SafeText, tone: 'good' | 'bad' | 'quiet') {
		store.dispatch({type: 'noticed', text, tone, at: clock.now()});
	}

	/** Sends one write, once. Nothing else can be sent from the same form or question until it was answered. */
	async function send<Answer>(call: (client: Client) => Promise<Answer>, done: (answer: Answer, at: number) => Event) {
		const client = connections.clientOf(store.get().connection?.id ?? -1);
		if (!client) return;
		store.dispatch({type: 'sending-started'});
		try {
			const answer = await call(client);
			store.dispatch(done(answer, clock.now()));
		} catch (error) {
			if (!(error instanceof ApiError)) throw error;
			store.dispatch({type: 'not-accepted', problem: problemOf(error)});
		}
	}

	async function tryLogin(form: ConnectForm) {
		const {baseUrl, apiKey, profile, keep} = form.values;
		const login: Login = {baseUrl, apiKey, profile, isKept: keep === 'file'};
		const entry = access.enterLogin(login);
		if ('denial' in entry) return deny(entry);
		store.dispatch({type: 'sending-started'});
		try {
			await entry.service.client.listProjects({limit: 1}, never);
		} catch (error) {
			if (!(error instanceof ApiError)) throw error;
			return store.dispatch({type: 'not-accepted', problem: problemOf(error)});
		}

		const remark = await access.keep(login);
		enter(entry.service);
		notice(remark, 'quiet');
	}

	function deny({denial}: Extract<Entry, {readonly denial: unknown}>) {
		store.dispatch({type: 'not-accepted', problem: {sentence: denial.sentence, error: undefined}});
		const screen = currentScreen(store.get());
		if (screen.name !== 'connect' || denial.field === undefined) return;
		const at = screen.form.order.indexOf(denial.field);
		store.dispatch({type: 'field-moved', by: at - screen.form.focus});
	}

	return {
		enter,

		async enterDemo() {
			enter(await access.enterDemo());
		},

		/** Gives why it could not be entered, and says so on the screen. */
		async enterProfile(name: string): Promise<Denial | undefined> {
			const entry = await access.enterProfile(name);
			if ('denial' in entry) {
				notice(entry.denial.sentence, 'bad');
				return entry.denial;
			}

			enter(entry.service);
			return undefined;
		},

		/** Gives why it could not be entered. Without a key it asks for one. */
		async enterAddress(address: Address): Promise<Denial | undefined> {
			const entry = await access.enterAddress(address);
			if (entry === 'no key') store.dispatch({type: 'connect-opened', baseUrl: address.baseUrl});
			else if ('denial' in entry) return entry.denial;
			else enter(entry.service);
			return undefined;
		},

		/** Tries the address and the key in the form with one harmless read; keeps them only if it works. */
		async connect() {
			const screen = currentScreen(store.get());
			if (screen.name === 'connect' && !screen.form.isSending) await tryLogin(screen.form);
		},

		async createProject() {
			const screen = currentScreen(store.get());
			if (screen.name !== 'create' || screen.form.isSending) return;
			const {name} = screen.form.values;
			if (name.trim() === '') {
				const sentence = safe('A project needs a name.');
				return store.dispatch({type: 'not-accepted', problem: {sentence, error: undefined}});
			}

			await send(
				client => client.createProject({name}, never),
				(project, at) => {
					const kept = project.name?.exact === name ? '' : ` · the service kept ${project.name?.exact ?? 'no name'}`;
					return {type: 'project-created', project, remark: safe(`Added ${name}${kept}`), at};
				},
			);
		},

		async saveProject() {
			const screen = currentScreen(store.get());
			if (screen.name !== 'edit' || screen.form.isSending) return;
			const changed: ProjectChanges = changes(screen.form);
			if (Object.keys(changed).length === 0) {
				store.dispatch({type: 'went-back'});
				return notice(safe('Nothing was changed, so nothing was sent'), 'quiet');
			}

			await send(
				client => client.updateProject(screen.projectId, changed, never),
				(project, at) => ({type: 'project-saved', project, remark: savedRemark(project, changed), at}),
			);
		},

		/** Deletes the project that the question names, once its name was typed. */
		async deleteProject() {
			const {dialog} = store.get();
			if (dialog?.name !== 'delete' || dialog.isSending) return;
			const {projectId, project} = dialog;
			if (dialog.typed !== confirmationOf(dialog)) {
				const sentence = safe(`That is not its name. Type ${project.shown} to delete it.`);
				return store.dispatch({type: 'not-accepted', problem: {sentence, error: undefined}});
			}

			await send(
				async client => {
					try {
						await client.deleteProject(projectId, never);
						return safe(`Deleted ${project.exact}`);
					} catch (error) {
						if (error instanceof ApiError && error.kind === 'missing') return safe(`${project.exact} was already gone`);
						throw error;
					}
				},
				(remark, at) => ({type: 'project-deleted', projectId, remark, at}),
			);
		},

		/** Triggers a deployment of the project that the question names, and follows it. */
		async deploy() {
			const {dialog} = store.get();
			if (dialog?.name !== 'deploy' || dialog.isSending) return;
			const {projectId, project} = dialog;
			await send(
				client => client.triggerDeployment(projectId, {}, never),
				(deployment, at) => ({
					type: 'deployment-triggered',
					deployment,
					remark: safe(`Deploying ${project.exact}`),
					at,
				}),
			);
		},
	};
}
