import { createContext, useContext, useLayoutEffect, useRef } from 'react'
import { computed, signal } from '@preact/signals-react'
import { letterKeys } from './prefs'

export interface Binding {
  readonly keys: readonly string[]
  readonly label: string
  readonly group: 'Em qualquer lugar' | 'Lista' | 'Formulário' | 'Itens' | 'Conciliação' | 'Chat'
  /** Handled where the focus is (grid, lines); listed here so that `?` tells it. */
  readonly local?: true
}

/** The keyboard map, whole. Keys of a sequence are separated by a space. Never Ctrl+N/T/W, F5, F11, F12; no Ctrl+Alt. */
export const KEYMAP = {
  palette: { keys: ['Ctrl+K'], label: 'Buscar telas e registros', group: 'Em qualquer lugar' },
  nav: { keys: ['Ctrl+B'], label: 'Recolher o menu', group: 'Em qualquer lugar' },
  help: { keys: ['?', 'Ctrl+/'], label: 'Mostrar as teclas', group: 'Em qualquer lugar' },
  lock: { keys: ['Ctrl+Shift+L'], label: 'Bloquear a tela', group: 'Em qualquer lugar' },
  quick_sale: { keys: ['g n'], label: 'Venda rápida', group: 'Em qualquer lugar' },
  go_balcao: { keys: ['g b'], label: 'Ir para a Venda no balcão', group: 'Em qualquer lugar' },
  chat: { keys: ['F8'], label: 'Abrir ou fechar o chat', group: 'Em qualquer lugar' },
  ficha: { keys: ['Ctrl+I'], label: 'Ficha do cliente, fornecedor ou mercadoria', group: 'Em qualquer lugar' },
  undo: { keys: ['Ctrl+Z'], label: 'Desfazer a última ação', group: 'Em qualquer lugar' },
  go_venda: { keys: ['g v'], label: 'Ir para Vendas', group: 'Em qualquer lugar' },
  go_orcamento: { keys: ['g o'], label: 'Ir para Orçamentos', group: 'Em qualquer lugar' },
  go_mercadoria: { keys: ['g m'], label: 'Ir para Mercadorias', group: 'Em qualquer lugar' },
  go_entrada: { keys: ['g e'], label: 'Ir para Entradas', group: 'Em qualquer lugar' },
  go_receber: { keys: ['g r'], label: 'Ir para Contas a receber', group: 'Em qualquer lugar' },
  go_pagar: { keys: ['g p'], label: 'Ir para Contas a pagar', group: 'Em qualquer lugar' },
  go_fluxo: { keys: ['g f'], label: 'Ir para Fluxo de caixa', group: 'Em qualquer lugar' },
  go_cliente: { keys: ['g c'], label: 'Ir para Clientes', group: 'Em qualquer lugar' },
  go_dashboard: { keys: ['g d'], label: 'Ir para o Dashboard', group: 'Em qualquer lugar' },
  close: { keys: ['Esc'], label: 'Fechar a camada de cima', group: 'Em qualquer lugar', local: true },
  print: { keys: ['Ctrl+P', 'p'], label: 'Imprimir', group: 'Em qualquer lugar' },
  list_move: {
    keys: ['↑', '↓', 'PgUp', 'PgDn', 'Home', 'End'],
    label: 'Mover entre os registros',
    group: 'Lista',
    local: true,
  },
  list_open: { keys: ['Enter'], label: 'Abrir', group: 'Lista', local: true },
  list_open_tab: { keys: ['Shift+Enter'], label: 'Abrir em outra aba', group: 'Lista', local: true },
  list_select: { keys: ['Espaço', 'Shift+↑', 'Shift+↓'], label: 'Selecionar', group: 'Lista', local: true },
  list_all: {
    keys: ['Ctrl+A'],
    label: 'Selecionar a primeira página; de novo, todos do filtro',
    group: 'Lista',
    local: true,
  },
  list_copy: { keys: ['Ctrl+C'], label: 'Copiar as linhas', group: 'Lista', local: true },
  list_search: { keys: ['/'], label: 'Pesquisar', group: 'Lista' },
  list_filter: { keys: ['f'], label: 'Filtros', group: 'Lista' },
  list_views: { keys: ['v'], label: 'Visões', group: 'Lista' },
  list_new: { keys: ['n'], label: 'Criar', group: 'Lista' },
  list_duplicate: { keys: ['d'], label: 'Duplicar', group: 'Lista' },
  list_delete: { keys: ['Delete'], label: 'Excluir', group: 'Lista' },
  list_verbs: { keys: ['.'], label: 'Ações', group: 'Lista' },
  list_export: { keys: ['e'], label: 'Exportar', group: 'Lista' },
  list_refresh: { keys: ['r'], label: 'Atualizar', group: 'Lista' },
  tab1: { keys: ['F1'], label: 'Primeira aba', group: 'Formulário' },
  tab2: { keys: ['F2'], label: 'Segunda aba', group: 'Formulário' },
  tab3: { keys: ['F3'], label: 'Terceira aba', group: 'Formulário' },
  tab4: { keys: ['F4'], label: 'Quarta aba', group: 'Formulário' },
  tab5: { keys: ['Shift+F1'], label: 'Quinta aba', group: 'Formulário' },
  tab6: { keys: ['Shift+F2'], label: 'Sexta aba', group: 'Formulário' },
  tab7: { keys: ['Shift+F3'], label: 'Sétima aba', group: 'Formulário' },
  tab8: { keys: ['Shift+F4'], label: 'Oitava aba', group: 'Formulário' },
  save: { keys: ['Ctrl+S'], label: 'Salvar', group: 'Formulário' },
  save_new: { keys: ['Ctrl+Shift+S'], label: 'Salvar e criar outro', group: 'Formulário' },
  previous: { keys: ['Alt+ArrowUp'], label: 'Registro anterior', group: 'Formulário' },
  next: { keys: ['Alt+ArrowDown'], label: 'Próximo registro', group: 'Formulário' },
  invoice: { keys: ['F9'], label: 'Faturar', group: 'Formulário' },
  dispatch: { keys: ['F10'], label: 'Próximo passo do documento', group: 'Formulário' },
  confirm: { keys: ['Ctrl+Enter'], label: 'Confirmar', group: 'Formulário' },
  lacks: { keys: ['F4'], label: 'Dizer que falta no local', group: 'Itens' },
  weigh_box: { keys: ['F2'], label: 'Pesar um volume', group: 'Itens' },
  line_move: { keys: ['↑', '↓', 'Tab', 'Enter'], label: 'Mover entre as células', group: 'Itens', local: true },
  line_fill: { keys: ['Ctrl+D'], label: 'Copiar o valor de cima', group: 'Itens', local: true },
  line_remove: { keys: ['Ctrl+Delete'], label: 'Remover a linha', group: 'Itens', local: true },
  match_accept: { keys: ['Enter'], label: 'Aceitar a primeira proposta', group: 'Conciliação', local: true },
  match_nth: { keys: ['1', '2', '3', '4', '5'], label: 'Aceitar essa proposta', group: 'Conciliação', local: true },
  match_select: { keys: ['Espaço'], label: 'Selecionar várias linhas', group: 'Conciliação', local: true },
  match_act: {
    keys: ['b', 'l', 'c', 't', 'i', 'a', 'r'],
    label: 'Buscar conta, lançar, abrir conta, transferência, ignorar, as certas, criar a regra',
    group: 'Conciliação',
    local: true,
  },
  chat_send: { keys: ['Enter'], label: 'Enviar a mensagem', group: 'Chat', local: true },
  chat_line: { keys: ['Shift+Enter'], label: 'Nova linha na mensagem', group: 'Chat', local: true },
  chat_move: { keys: ['↑', '↓'], label: 'Mover entre as pessoas', group: 'Chat', local: true },
  chat_next: { keys: ['Alt+PgUp', 'Alt+PgDn'], label: 'Passar a outra conversa aberta', group: 'Chat', local: true },
  chat_small: { keys: ['Esc'], label: 'Minimizar a conversa', group: 'Chat', local: true },
  weigh: { keys: ['F2'], label: 'Ler o peso da balança, em uma quantidade', group: 'Itens', local: true },
  line_paste: { keys: ['Ctrl+V'], label: 'Colar células de uma planilha', group: 'Itens', local: true },
} as const satisfies Readonly<Record<string, Binding>>

export type KeyName = keyof typeof KEYMAP
/** A handler answers false to let the key pass; none where the key does nothing now. */
export type KeyHandlers = { readonly [name in KeyName]?: (() => void | false) | undefined }

/** Open dialogs, bottom to top: keys go to the top one. */
export const layerStack = signal<readonly string[]>([])
/** Open popovers, over all dialogs: a dialog that opens closes them. While there is one, nothing below hears a key. */
const popovers = signal<readonly string[]>([])
export const ROOT_LAYER = 'root'
const topDialog = computed(() => layerStack.value.at(-1) ?? ROOT_LAYER)

/** A popover opened, or is closed. */
export function setPopover(id: string, open: boolean): void {
  const others = popovers.peek().filter((other) => other !== id)
  popovers.value = open ? [...others, id] : others
}
export const LayerContext = createContext(ROOT_LAYER)

const NAMES: Readonly<Record<string, string>> = { Escape: 'Esc', ' ': 'Espaço' }

/** `Ctrl+Shift+S`, `F2`, `?`, `g`: the combination as the map writes it. Letters are lower case unless modified. */
export function comboOf(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>): string {
  const control = event.ctrlKey || event.metaKey
  const modified = control || event.altKey
  const key = NAMES[event.key] ?? event.key
  const printable = key.length === 1
  const name = printable ? (modified ? key.toUpperCase() : key.toLowerCase()) : key
  const shift = event.shiftKey && (!printable || modified)
  return `${control ? 'Ctrl+' : ''}${event.altKey ? 'Alt+' : ''}${shift ? 'Shift+' : ''}${name}`
}

/** Names bound to what was typed: a combination alone, or the second half of a sequence. */
export function namesFor(combo: string, prefix: string): readonly KeyName[] {
  const wanted = prefix === '' ? combo : `${prefix} ${combo}`
  return KEY_NAMES.filter((name) => KEYMAP[name].keys.some((key) => key === wanted) && !('local' in KEYMAP[name]))
}

const isKeyName = (name: string): name is KeyName => name in KEYMAP
export const KEY_NAMES: readonly KeyName[] = Object.keys(KEYMAP).filter((name) => isKeyName(name))
const startsSequence = (combo: string): boolean =>
  KEY_NAMES.some((name) => KEYMAP[name].keys.some((key) => key.startsWith(`${combo} `)))

interface KeyOptions {
  /** Heard under every dialog's top too; `always` under a popover as well. */
  readonly global?: boolean | 'always'
  /** Keys that are handled where the focus is, for `?` to tell. */
  readonly local?: readonly KeyName[]
  /** What they do here, in place of the map's words. */
  readonly labels?: { readonly [name in KeyName]?: string | undefined }
}

interface Bound {
  readonly handlers: KeyHandlers
  readonly options: KeyOptions
}

interface Registration {
  readonly layer: string
  readonly current: { readonly current: Bound }
}

const registrations: Registration[] = []
let prefix = ''

/** Do keys write there? */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button'].includes(target.type)
  return target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}

/** Those that hear a key now, the latest first. */
function hearers(layer: string, covered: boolean): readonly Bound[] {
  return registrations
    .toReversed()
    .filter((one) => {
      const { global = false } = one.current.current.options
      return one.layer === layer || (covered ? global === 'always' : global !== false)
    })
    .map(({ current }) => current.current)
}

function runFirst(names: readonly KeyName[], popover: string | undefined): boolean {
  for (const { handlers } of hearers(popover ?? topDialog.peek(), popover !== undefined))
    for (const name of names) {
      const handler = handlers[name]
      if (handler !== undefined && handler() !== false) return true
    }
  return false
}

/** A key that does something on the top layer, and what. */
export interface BoundKey {
  readonly name: KeyName
  readonly label: string
}

/** What is bound on the top layer now, in the order of the map. */
export function boundKeys(): readonly BoundKey[] {
  const heard = hearers(topDialog.peek(), false)
  return KEY_NAMES.flatMap((name) => {
    const binding = heard.filter(
      ({ handlers, options }) => handlers[name] !== undefined || options.local?.includes(name),
    )
    if (binding.length === 0) return []
    const labels = binding.map(({ options }) => options.labels?.[name]).filter((label) => label !== undefined)
    return [{ name, label: labels.length === 0 ? KEYMAP[name].label : [...new Set(labels)].join(' · ') }]
  })
}

/** Takes a key: what is bound to it on the top layer runs. Popovers hand on what they let nobody below hear. */
export function hear(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || ['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return
  const combo = comboOf(event)
  const single = combo.length === 1 || combo === 'Delete'
  if (single && (isTyping(event.target) || !letterKeys.value)) return
  const popover = popovers.peek().at(-1)
  if (prefix === '' && startsSequence(combo)) {
    prefix = combo
    setTimeout(() => {
      prefix = ''
    }, 1200)
    return
  }
  const names = namesFor(combo, prefix)
  prefix = ''
  if (names.length === 0) return
  // Under a popover the browser's own meaning (save the page, its help) must not come in place of ours.
  const stops = popover !== undefined && !isTextUndo(names, event.target)
  if (runFirst(names, popover) || stops) event.preventDefault()
}

const isTextUndo = (names: readonly KeyName[], target: EventTarget | null): boolean =>
  names.includes('undo') && isTyping(target)

/** Listens for the whole page; called once at start. */
export function startKeys(): void {
  addEventListener('keydown', hear)
}

/** Binds keys while mounted, for the layer it stands in. */
export function useKeys(handlers: KeyHandlers, options: KeyOptions = {}): void {
  const layer = useContext(LayerContext)
  const current = useRef<Bound>({ handlers, options })
  // Before anybody sees what they belong to: who is quick presses them as soon as it shows.
  useLayoutEffect(() => {
    current.current = { handlers, options }
  })
  useLayoutEffect(() => {
    const registration: Registration = { layer, current }
    registrations.push(registration)
    return () => {
      registrations.splice(registrations.indexOf(registration), 1)
    }
  }, [layer])
}

const KEY_TEXTS: Readonly<Record<string, string>> = { ArrowUp: '↑', ArrowDown: '↓', Delete: 'Del' }

/** A combination as people read it. */
export const keyText = (key: string): string => key.replace(/Arrow\w+|Delete/, (name) => KEY_TEXTS[name] ?? name)

/** The keys of a name as a hint shows them. */
export function keyHint(name: KeyName): string {
  const key = keyText(KEYMAP[name].keys[0] ?? '')
  return key.length === 1 ? key.toUpperCase() : key
}
