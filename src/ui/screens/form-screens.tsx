import {Box} from 'ink';
import {whereKeysComeFrom} from '../../api/endpoint.ts';
import {counted, plain, type SafeText, safe} from '../../base/text.ts';
import {changes, type Form, typed} from '../../model/form.ts';
import {dialogContentWidth} from '../../model/layout.ts';
import {knownProject, projectNameOf} from '../../model/project-list.ts';
import {changeLabels, fieldLines, fieldsBeside} from '../../present/fields.ts';
import {projectFields} from '../../present/project.ts';
import {editNotes, hasOldDraft, withForm} from '../../state/forms.ts';
import {shortcutOf} from '../../state/preferences.ts';
import type {ConnectField, EditField} from '../../state/screen.ts';
import {currentForm, type State} from '../../state/state.ts';
import type {Key} from '../../terminal/key-names.ts';
import {Paragraph} from '../components/dialog-box.tsx';
import {FormView} from '../components/form-fields.tsx';
import {PaintedLine} from '../components/lines.tsx';
import {Menu, type MenuItem} from '../components/menu.tsx';
import type {Binding} from '../contexts.ts';
import {useAppContext, useStore} from '../hooks.tsx';
import {
	dropChanges,
	fieldMovement,
	inputBindings,
	isMenuKey,
	sendingReason,
	sentByEnter,
	sentWhenFilled,
	typeText,
} from '../keys/common-keys.ts';

const connectFields = {
	saved: {label: plain`open instead`, hint: plain``},
	baseUrl: {label: plain`address`, hint: plain`https://…, without /v1`},
	apiKey: {label: plain`team API key`, hint: plain`from the team settings; hidden as you type`, isSecret: true},
	profile: {label: plain`profile name`, hint: plain`optional; defaults to the host`},
	keep: {label: plain`keep the key`, hint: plain``},
};

/** A shorter screen would cut the note below the fields. */
const minRowsForNote = 16;

type FormOption = MenuItem & {readonly value: string};

const keyStorages: readonly FormOption[] = [
	{value: 'file', label: plain`in a file that only you can read`},
	{value: 'session', label: plain`only until you quit`},
];

const maxProfilesShown = 5;

function connectTitle(profileName: string, isOpenedFromProfiles: boolean): SafeText {
	if (profileName === '') return plain`Connect to a service`;
	const name = safe(profileName);
	return isOpenedFromProfiles ? plain`Edit profile ${name}` : plain`Connect to ${name}`;
}

/** An API key typed or pasted after a rejected one replaces it: nobody sees where the hidden text ends, and some terminals paste letter by letter. */
function withoutRejectedKey({values: {apiKey = ''}, problem, writeId}: Form, text: string): string {
	const isRejected = problem !== undefined && (problem.error === undefined || writeId !== undefined);
	return isRejected && text.startsWith(apiKey) && text !== apiKey ? text.slice(apiKey.length) : text;
}

function ConnectScreen() {
	const {store, actions} = useAppContext();
	const state = useStore();
	const screen = currentForm(state);
	if (screen?.name !== 'connect') return null;
	const {form, profileIndex} = screen;
	const {profile: profileName} = form.initial;
	const type = (field: ConnectField, text: string) =>
		store.change(current =>
			withForm(current, open => typed(open, field, field === 'apiKey' ? withoutRejectedKey(open, text) : text)),
		);
	const profiles = state.interface.profiles.map(
		({name, host}): FormOption => ({value: name, label: plain`${safe(name)} · ${host}`}),
	);
	const menu = (field: 'saved' | 'keep', items: readonly FormOption[]) => {
		const isFocused = focusedConnectField(state) === field;
		const index = items.findIndex(({value}) => value === form.values[field]);
		const current = field === 'saved' ? counted(items.length, 'saved profile') : (items[index]?.label ?? plain``);
		return (
			<Box>
				<Box width={16} flexShrink={0}>
					<PaintedLine line={[{text: plain`  ${connectFields[field].label}`, tone: isFocused ? 'strong' : 'quiet'}]} />
				</Box>
				{isFocused ? (
					<Menu
						items={items}
						isFocused={!state.interface.dialog}
						maxShown={maxProfilesShown}
						initialIndex={index}
						onSelect={at => {
							const name = items[at]?.value ?? '';
							type(field, name);
							if (field === 'saved') void actions.switchTo({kind: 'profile', name});
						}}
						onHighlight={at => type(field, items[at]?.value ?? '')}
					/>
				) : (
					<PaintedLine line={[{text: current, tone: field === 'keep' ? 'plain' : 'quiet'}]} />
				)}
			</Box>
		);
	};
	return (
		<FormView
			title={connectTitle(profileName, profileIndex !== undefined)}
			form={form}
			fields={connectFields}
			customFields={{saved: menu('saved', profiles), keep: menu('keep', keyStorages)}}
			onType={type}
			preparing={plain`Checking the address and the key`}
		>
			{state.interface.size.rows >= minRowsForNote && (
				<Box paddingLeft={2} flexShrink={1} overflow="hidden">
					<Paragraph text={whereKeysComeFrom} tone="quiet" />
				</Box>
			)}
		</FormView>
	);
}

function focusedConnectField(state: State): ConnectField | undefined {
	const screen = currentForm(state);
	if (screen?.name !== 'connect' || screen.form.isSending) return undefined;
	return screen.form.order[screen.form.focus];
}

function focusedTextField(state: State): ConnectField | undefined {
	const field = focusedConnectField(state);
	return field === 'saved' || field === 'keep' ? undefined : field;
}

/** Enter selects a saved profile in its menu. In the other menu, it moves to the next field. */
function isForWidget(state: State, key: Key): boolean {
	const field = focusedConnectField(state);
	if (field === 'saved') return isMenuKey(key);
	if (field === 'keep') return key.name !== 'enter' && isMenuKey(key);
	return field !== undefined && key.text !== undefined;
}

const emptyField: Binding = {
	id: 'empty-field',
	unavailable: state => sendingReason(state) ?? (focusedTextField(state) ? undefined : 'This field holds no text'),
	run({store}, state) {
		const field = focusedTextField(state);
		if (field) store.change(current => withForm(current, form => typed(form, field, '')));
	},
};

export const connectScreen = {
	title: 'Connect',
	component: ConnectScreen,
	keys: [
		...sentWhenFilled('connect', ['baseUrl', 'apiKey'], actions => actions.switchTo({kind: 'login'})),
		...fieldMovement,
		emptyField,
		...inputBindings,
	],
	isTyping: true,
	isForWidget,
};

const formScreen = {isTyping: true, onText: typeText};

function DraftNote() {
	const key = useStore(state => shortcutOf(state, 'drop-unsent-changes'));
	return (
		<Box paddingLeft={2} flexShrink={0}>
			<Paragraph text={plain`Your unsent changes are back. ${key} drops them.`} tone="strong" />
		</Box>
	);
}

function CreateScreen() {
	const screen = useStore(currentForm);
	const isDraft = useStore(hasOldDraft);
	if (screen?.name !== 'create') return null;
	return (
		<FormView
			title={plain`New project`}
			form={screen.form}
			fields={{name: {label: plain`name`, hint: plain`required`}}}
			sending={plain`Adding the project`}
		>
			{isDraft && <DraftNote />}
		</FormView>
	);
}

export const createProjectScreen = {
	...formScreen,
	title: 'New project',
	component: CreateScreen,
	keys: [...sentByEnter('add-project', actions => actions.createProject()), dropChanges],
};

const editFields = {
	name: {label: changeLabels.name, hint: plain`none`},
	slug: {label: changeLabels.slug, hint: plain`none`},
	url: {label: changeLabels.url, hint: plain`none`},
	uploadMode: {label: changeLabels.uploadMode, hint: plain`none`},
};

function EditScreen() {
	const {drawContext} = useAppContext();
	const state = useStore();
	const {size} = state.interface;
	const screen = currentForm(state);
	if (screen?.name !== 'edit') return null;
	const {projectId, form} = screen;
	const changed = (Object.keys(changes(form)) as readonly EditField[]).map(name => changeLabels[name]);
	const project = knownProject(state, projectId);
	const allFields = project ? projectFields(project, {...drawContext().context, isStill: true}) : [];
	const otherFields = fieldsBeside('form', allFields);
	// A problem leaves no room for the note, nor does a short screen.
	const hasNote = !form.problem && size.rows >= minRowsForNote;
	return (
		<FormView
			title={plain`Edit project · ${projectNameOf(state, projectId)}`}
			form={form}
			fields={editFields}
			notes={editNotes(state)}
			sending={plain`Saving the project`}
		>
			{hasOldDraft(state) && <DraftNote />}
			<Box paddingLeft={2} flexDirection="column" flexShrink={0}>
				{changed.length === 0 ? (
					<Paragraph text={plain`No changes yet.`} tone="quiet" />
				) : (
					<Paragraph text={plain`Will be sent: ${safe(changed.join(', '))}.`} />
				)}
				{hasNote && (
					<Paragraph
						text={plain`The service does not document which fields can change. landfall sends your changes, and the answer shows which ones were kept.`}
						tone="quiet"
					/>
				)}
				<Paragraph text={plain``} />
				{/* The gap of 1 aligns the values with those of the form. */}
				{fieldLines(otherFields, dialogContentWidth(size) - 2, 1).map((line, index) => (
					<PaintedLine key={otherFields[index]?.label} line={line} />
				))}
			</Box>
		</FormView>
	);
}

export const editProjectScreen = {
	...formScreen,
	title: 'Edit project',
	component: EditScreen,
	keys: [...sentByEnter('save-changes', actions => actions.saveProject()), dropChanges, ...fieldMovement],
};
