import type {Client} from '../api/client.ts';
import {changeNames} from '../api/decode.ts';
import {ApiError} from '../api/errors.ts';
import type {Project, ProjectChanges} from '../api/types.ts';
import {plain, type SafeText, safe} from '../text.ts';
import type {Acting} from './actions.ts';
import {changes, problemOf} from './form.ts';
import {serviceOf} from './keeping.ts';
import {parseBody, type Question} from './question.ts';
import type {Event} from './reduce.ts';
import {currentScreen, type EditField} from './state.ts';

/** Names the fields in which the service kept something else than it was sent. */
function savedRemark(project: Project, sent: ProjectChanges): SafeText {
	const others = (Object.keys(sent) as EditField[]).filter(field => project[field]?.exact !== sent[field]);
	const said = others.map(
		field => `${changeNames[field]}: sent ${sent[field]}, the service kept ${project[field]?.exact ?? 'nothing'}`,
	);
	return safe([`Saved ${project.name?.exact ?? project.id}`, ...said].join(' · '), 500);
}

/** The name that a person types to delete a project. */
export const confirmationOf = ({project}: Question): string => project.shown;

/** What a person can do to the projects of a service. */
export function createChanging({store, connections, clock, journalOf}: Acting) {
	const never = new AbortController().signal;

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

	const notAccepted = (sentence: SafeText) =>
		store.dispatch({type: 'not-accepted', problem: {sentence, error: undefined}});

	return {
		async createProject() {
			const screen = currentScreen(store.get());
			if (screen.name !== 'create' || screen.form.isSending) return;
			const {name} = screen.form.values;
			if (name.trim() === '') {
				return notAccepted(plain`A project needs a name.`);
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
				return store.dispatch({
					type: 'noticed',
					text: plain`Nothing was changed, so nothing was sent`,
					tone: 'quiet',
					at: clock.now(),
				});
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
				return notAccepted(plain`That is not its name. Type ${project.shown} to delete it.`);
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
			const {projectId, project, body} = dialog;
			const fields = parseBody(body);
			if (!fields) return notAccepted(plain`What is to be sent is no JSON object.`);
			const {connection} = store.get();
			if (connection) journalOf(connection).keepBody(serviceOf(connection), projectId, body);
			await send(
				client => client.triggerDeployment(projectId, fields, never),
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
