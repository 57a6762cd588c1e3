import { useState, type ReactElement, type ReactNode } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { writeRefusal } from '../../../core/lifecycle/standing'
import { separacaoLife } from '../../../core/lifecycle/separacao'
import { separacaoMercadoriaFields } from '../../../core/fields/expedicao/separacao'
import { post } from '../../app/api'
import { announce } from '../../app/events'
import { useKeys } from '../../app/keys'
import { open } from '../../app/navigation'
import type { ModalProps } from '../../app/registry'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { fieldsOf } from '../../ui/fields-of'
import { AskDialog } from '../../ui/form/ask-dialog'
import { Field } from '../../ui/form/fields'
import { addStyle } from '../../ui/later-style'
import { isRow, textOf, type Row, type Values } from '../../ui/row'
import { allSent } from '../../ui/scan/kept-calls'
import { LastReading } from '../../ui/scan/last-reading'
import { ScanBox } from '../../ui/scan/scan-box'
import { SoundButton } from '../../ui/scan/sound-button'
import { Unsent } from '../../ui/scan/unsent'
import { whyNotRead } from '../../ui/scan/why-not'
import { useLoaded } from '../../ui/use-loaded'
import { checkOrder, LINES, PATH, readings, RESOURCE } from './kind'
import { Questions } from './questions'
import style from './separacao.css' with { type: 'text' }
import { usePicking } from './use-picking'
import { amountText, boxesOf, type Grip, grips, openTasks, readWalk, type Task, type Walk } from './walk-data'

addStyle(style)

const line = fieldsOf(separacaoMercadoriaFields)

const NEXT = 6
const VERBS: Readonly<Record<string, string>> = {
  asks_lot: 'Informar o lote',
  other_place: 'Responder',
  other_lot: 'Responder',
}

/** What an order is called while it is worked at. */
export const titleOf = (row: Row | null): string => (row === null ? 'Separação' : `Separação ${textOf(row.id)}`)

/** What is fetched now: where, what and how many, in big type. */
function Now({ grip, obs }: { readonly grip: Grip; readonly obs: string }): ReactElement {
  const { first } = grip
  return (
    <section className="pick-now" aria-label="Separar agora">
      <strong className="pick-place">{first.local}</strong>
      <span className="pick-amount">{amountText(grip.rest, first.un)}</span>
      <strong className="pick-product">{first.xProd}</strong>
      <p className="pick-facts">
        {[first.lot, grip.tasks.length === 1 ? first.boxes : '', boxesOf(grip)].filter(Boolean).join(' · ')}
      </p>
      {first.motivo === '' ? null : (
        <p className="pick-short">Faltou neste local: se achar, leia; senão, corte na conferência.</p>
      )}
      {obs === '' ? null : <p className="pick-note">{obs}</p>}
    </section>
  )
}

const Next = ({ grips: next }: { readonly grips: readonly Grip[] }): ReactElement | null =>
  next.length === 0 ? null : (
    <ul className="pick-next" aria-label="Depois">
      {next.map(({ key, first, rest }) => (
        <li key={key}>
          <strong>{first.local}</strong>
          <span>{first.xProd}</span>
          <span className="end">{amountText(rest, first.un)}</span>
        </li>
      ))}
    </ul>
  )

/** Fetches, puts back or leaves a line without a scanner; told where it is refused. */
async function act(line: number, verb: 'separa' | 'guarda', body: Values = {}): Promise<boolean> {
  try {
    await post(`${LINES}/${line}/${verb}`, body)
    announce(RESOURCE)
    return true
  } catch (error) {
    toast.error(error, verb === 'separa' ? 'Não foi possível separar' : 'Não foi possível guardar')
    return false
  }
}

/** How much of something lies there, and why not all. */
function Short({ task, onClose }: { readonly task: Task; readonly onClose: () => void }): ReactElement {
  return (
    <AskDialog
      title={`Falta em ${task.local}`}
      action="Registrar a falta"
      initial={{ qTrib: 0, motivo: 'falta' }}
      about={`${task.xProd}: deviam ser ${amountText(task.rest, task.un)}. O local vai para recontagem, e o que falta é procurado em outro.`}
      onGo={({ qTrib, motivo }) => act(task.id, 'separa', { qTrib, motivo })}
      onClose={onClose}
    >
      <Field name="qTrib" label="Quanto foi encontrado" kind="number" decimals={4} autoFocus required span={6} />
      <line.Field name="motivo" required span={6} />
    </AskDialog>
  )
}

/** What was fetched for documents that were cancelled, and goes back. */
function PutBack({ tasks, reason }: { readonly tasks: readonly Task[]; readonly reason: string }): ReactElement | null {
  if (tasks.length === 0) return null
  return (
    <section className="pick-back" aria-label="Guardar de volta">
      <h3>Guardar de volta</h3>
      <ul>
        {tasks.map((one) => (
          <li key={one.id}>
            <strong>{one.local}</strong>
            <span>
              {one.xProd} · {amountText(one.qTrib, one.un)}
            </span>
            <Button reason={reason} onClick={() => void act(one.id, 'guarda')}>
              Guardado
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Progress({ walk }: { readonly walk: Walk }): ReactElement {
  const live = walk.tasks.filter((one) => !one.cancelled)
  const done = live.filter((one) => one.done).length
  return (
    <p className="pick-progress">
      <strong>
        {done} de {live.length}
      </strong>{' '}
      separados
    </p>
  )
}

/** The screen of whoever works at an order with a scanner, on a phone or beside a desk. */
export function ScanDialog({ modal, title, footer, children }: ScanDialogProps): ReactElement {
  return (
    <Dialog
      title={title}
      size={modal.size}
      className="phone"
      onClose={modal.onClose}
      {...(modal.path === undefined ? {} : { screen: modal.path })}
      tools={<SoundButton />}
      footer={footer}
    >
      {children}
    </Dialog>
  )
}

interface ScanDialogProps {
  readonly modal: ModalProps
  readonly title: string
  readonly footer: ReactNode
  readonly children: ReactNode
}

/** The order that is worked at, its walk, and why nothing can be read of it now; '' where it can. */
export function useOrder(modal: ModalProps, forbidden: string) {
  const id = Number(modal.params.id ?? modal.id)
  const order = useLoaded(`${RESOURCE}/${id}`, 'separacao')
  const row = isRow(order) ? order : null
  const walk = readWalk(useLoaded(`${RESOURCE}/${id}/caminho`, 'separacao'))
  const reason = whyNotRead({
    row,
    right: modal.right,
    forbidden,
    refusal: (now) => writeRefusal(separacaoLife, now, { lists: ['separacao_mercadoria'] })?.[1],
  })
  return { id, row, walk, reason }
}

/** The goods of an order, fetched by scanner alone: the place, then the goods. Ctrl+Z takes the last reading off, F4 says that something is not there, Ctrl+Enter ends. */
export function Walking(modal: ModalProps): ReactElement {
  useSignals()
  const { id, row, walk, reason } = useOrder(modal, 'Seu perfil não separa mercadorias.')
  const picking = usePicking(id, walk)
  const [short, setShort] = useState<Task | null>(null)
  const tasks = walk === null ? [] : openTasks(walk, picking.place?.id ?? null)
  const [now] = tasks
  const undo = (): void => {
    if (reason === '') picking.undo()
  }
  const lacks = (): void => {
    if (reason === '' && now !== undefined) setShort(now)
  }
  const end = async (): Promise<void> => {
    if (reason === '' && allSent(readings) && (await checkOrder(id))) modal.onClose()
  }
  const footer = (
    <>
      <Button hotkey="undo" reason={reason} onClick={undo}>
        Desfazer
      </Button>
      <Button hotkey="lacks" reason={reason || (now === undefined ? 'Não falta nada.' : '')} onClick={lacks}>
        Falta
      </Button>
      <span className="spacer" />
      <Button onClick={() => open(`${PATH}/edit/${id}/conferencia`)}>Ir para a conferência</Button>
      <Button kind="primary" hotkey="confirm" reason={reason} onClick={() => void end()}>
        Conferir
      </Button>
    </>
  )
  return (
    <ScanDialog modal={modal} title={titleOf(row)} footer={footer}>
      <Keys onUndo={undo} onEnd={() => void end()} onShort={lacks} />
      <div className="dialog-body picking">
        <div className="receiving-top">
          <LastReading outcome={picking.outcome} reason={reason} />
          <ScanBox
            label={picking.place === null ? 'Leia o local' : `Em ${picking.place.codigo}: leia a mercadoria`}
            keyless
            disabled={reason !== '' || picking.question !== null || short !== null}
            onScan={picking.scan}
            onFault={picking.fault}
            times={picking.times}
            onTimes={picking.onTimes}
          />
        </div>
        <Unsent
          queue={readings.queue}
          verbOf={({ code = '' }) => VERBS[code] ?? 'Tentar de novo'}
          onAsk={picking.ask}
        />
        {walk === null ? null : <ToFetch walk={walk} tasks={tasks} reason={reason} />}
      </div>
      {short === null ? null : <Short task={short} onClose={() => setShort(null)} />}
      <Questions question={picking.question} say={picking.say} />
    </ScanDialog>
  )
}

interface ToFetchProps {
  readonly walk: Walk
  /** What is still to be fetched, in the order in which it is. */
  readonly tasks: readonly Task[]
  readonly reason: string
}

/** How far the walk is, what is fetched now and next, and what goes back. */
function ToFetch({ walk, tasks, reason }: ToFetchProps): ReactElement {
  const [now, ...later] = grips(tasks)
  const noted = now?.tasks.length === 1 ? walk.parcels.find((one) => one.id === now.first.document) : undefined
  return (
    <>
      <Progress walk={walk} />
      {now === undefined ? null : <Now grip={now} obs={noted?.obs ?? ''} />}
      <Next grips={later.slice(0, NEXT)} />
      <PutBack tasks={walk.tasks.filter((one) => one.toPutBack)} reason={reason} />
    </>
  )
}

interface KeysProps {
  readonly onUndo: () => void
  readonly onEnd: () => void
  readonly onShort: () => void
}

function Keys({ onUndo, onEnd, onShort }: KeysProps): null {
  useKeys(
    { undo: onUndo, confirm: onEnd, dispatch: onEnd, lacks: onShort },
    { labels: { undo: 'Desfazer a última leitura', confirm: 'Conferir', lacks: 'Falta no local' } },
  )
  return null
}
