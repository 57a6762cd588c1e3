import { useState, type ReactElement } from 'react'
import { opMercadoriaAtividadeFields } from '../../../core/fields/producao/apontamento'
import { writeRefusal } from '../../../core/lifecycle/standing'
import { ordemProducaoLife } from '../../../core/lifecycle/ordem-producao'
import { needOf } from '../../app/access'
import { get, post } from '../../app/api'
import { announce } from '../../app/events'
import { open } from '../../app/navigation'
import type { ModalProps } from '../../app/registry'
import { toast } from '../../app/toasts'
import { whyNot } from '../../app/why'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { fieldsOf } from '../../ui/fields-of'
import { AskDialog } from '../../ui/form/ask-dialog'
import { formatQuantity } from '../../ui/format'
import { addStyle } from '../../ui/later-style'
import { EmptyState } from '../../ui/pieces'
import { getPath, isRow, rowsOf, textOf, type Row, type Values } from '../../ui/row'
import { ScanBox } from '../../ui/scan/scan-box'
import { SoundButton } from '../../ui/scan/sound-button'
import { useLoaded } from '../../ui/use-loaded'
import { LIST, PATH, RESOURCE, step as bound, STEPS } from './kind'
import style from './shop.css' with { type: 'text' }

addStyle(style)

const work = fieldsOf(opMercadoriaAtividadeFields)
const WATCHED = `${RESOURCE} ordem_producao_mercadoria_etapa`
const STOPS: Values = { produtiva: false }

/** A step of one of the goods of an order. */
interface Step {
  readonly id: string
  readonly goods: Row
  readonly row: Row
}

const stepsOf = (order: Row): readonly Step[] =>
  rowsOf(order[LIST]).flatMap((goods) => rowsOf(goods.etapas).map((row) => ({ id: textOf(row.id), goods, row })))

const nameOf = ({ row }: Step): string => [textOf(row.n_ordem), textOf(row.descricao)].filter(Boolean).join(' · ')
const stateOf = ({ row }: Step): string => textOf(row.situacao)
const stateWord = ({ row }: Step): string => bound.word('situacao', row.situacao)

/** Whose badge was read here: what is done is theirs, until another is read. */
interface Badge {
  readonly cracha: string
  readonly xNome: string
}

/** Whose a code is that is no order and no key. What is nobody's is told. */
async function badgeOf(cracha: string): Promise<Badge | undefined> {
  try {
    const answer = await get(`${STEPS}/quem?cracha=${encodeURIComponent(cracha)}`)
    return { cracha, xNome: textOf(getPath(answer, 'xNome')) }
  } catch (error) {
    toast.error(error)
    return undefined
  }
}

const badged = (badge: Badge | null): Values => (badge === null ? {} : { cracha: badge.cracha })

/** Does a verb of a step; what is refused is told. */
async function act(step: Step, verb: string, body: Values = {}): Promise<boolean> {
  try {
    await post(`${STEPS}/${step.id}/${verb}`, body)
    announce('ordem_producao_mercadoria_etapa')
    return true
  } catch (error) {
    toast.error(error, 'Não foi possível apontar')
    return false
  }
}

type Asking = 'pausar' | 'apontar' | 'concluir'
const QUESTIONS: Readonly<Record<Asking, { readonly title: string; readonly action: string }>> = {
  pausar: { title: 'Pausar a etapa', action: 'Pausar' },
  apontar: { title: 'Boa e refugo', action: 'Apontar' },
  concluir: { title: 'Concluir a etapa', action: 'Concluir' },
}

interface AskProps {
  readonly step: Step
  readonly verb: Asking
  readonly badge: Badge | null
  readonly onClose: () => void
}

/** What a key asks: how many are good and scrap, and why one stops. */
function Ask({ step, verb, badge, onClose }: AskProps): ReactElement {
  return (
    <AskDialog
      title={QUESTIONS[verb].title}
      action={QUESTIONS[verb].action}
      about={nameOf(step)}
      initial={{ qBoa: 0, qRefugo: 0 }}
      onGo={({ qBoa, qRefugo, atividade_id }) =>
        act(step, verb, { ...badged(badge), qBoa, qRefugo, ...(verb === 'pausar' ? { atividade_id } : {}) })
      }
      onClose={onClose}
    >
      {verb === 'pausar' ? (
        <work.ReferenceField
          name="atividade_id"
          resource="producao/atividade"
          where={STOPS}
          minChars={0}
          required
          span={12}
        />
      ) : null}
      <work.Field name="qBoa" autoFocus={verb !== 'pausar'} span={6} />
      <work.Field name="qRefugo" span={6} />
    </AskDialog>
  )
}

/** The step that is worked at, in big type. */
function Now({ step }: Pick<AskProps, 'step'>): ReactElement {
  const { goods, row } = step
  return (
    <section className="shop-now" aria-label="Etapa">
      <strong className="shop-step">{nameOf(step)}</strong>
      <span>
        {textOf(goods.xProd)} · {formatQuantity(goods.qTrib, 4)} {textOf(goods.un)}
      </span>
      <span>
        {stateWord(step)} · {formatQuantity(row.qBoa, 4)} boas, {formatQuantity(row.qRefugo, 4)} de refugo
      </span>
    </section>
  )
}

interface KeysProps {
  readonly step: Step
  readonly badge: Badge | null
  readonly reason: string
  readonly onAsk: (verb: Asking) => void
}

const begins = (step: Step): string => (stateOf(step) === 'fazer' ? 'iniciar' : 'retomar')

/** The four keys of a step. */
function StepKeys({ step, badge, reason, onAsk }: KeysProps): ReactElement {
  const done = stateOf(step) === 'concluida' ? 'Esta etapa já foi concluída.' : ''
  const idle = stateOf(step) === 'andamento' ? '' : 'Esta etapa não está em andamento.'
  return (
    <div className="shop-keys">
      <Button kind="primary" reason={reason || done} onClick={() => void act(step, begins(step), badged(badge))}>
        {stateOf(step) === 'fazer' ? '1 · Iniciar' : '1 · Retomar'}
      </Button>
      <Button reason={reason || done || idle} onClick={() => onAsk('pausar')}>
        2 · Pausar
      </Button>
      <Button reason={reason || done || idle} onClick={() => onAsk('apontar')}>
        3 · Boa/refugo
      </Button>
      <Button reason={reason || done} onClick={() => onAsk('concluir')}>
        4 · Concluir
      </Button>
    </div>
  )
}

const ORDER = /^\d{12}$/
/** Shorter codes are keys. */
const SHORTEST_BADGE = 5

/** The steps of an order at the work place: the one that is worked at in big type, and its four keys. A scan of an order's paper goes to that order, one of a badge says who works; 1 to 4 are the keys. */
export function ShopFloor(modal: ModalProps): ReactElement {
  const answer = useLoaded(`${RESOURCE}/${modal.params.id ?? modal.id}`, WATCHED)
  const order = isRow(answer) ? answer : null
  const [chosen, setChosen] = useState<string | null>(null)
  const [asking, setAsking] = useState<Asking | null>(null)
  const [badge, setBadge] = useState<Badge | null>(null)
  const steps = order === null ? [] : stepsOf(order)
  const now = steps.find(({ id }) => id === chosen) ?? steps.find((one) => stateOf(one) !== 'concluida') ?? steps.at(-1)
  const refusal = order === null ? undefined : writeRefusal(ordemProducaoLife, order, { lists: ['atividades'] })?.[1]
  const reason = whyNot(needOf(modal.right, 'edit')) ?? refusal ?? ''
  const scan = (code: string): void => {
    if (ORDER.test(code)) return open(`${PATH}/edit/${Number(code)}/chao`)
    if (code.length >= SHORTEST_BADGE) return void badgeOf(code).then((read) => read && setBadge(read))
    if (now === undefined || reason !== '') return toast.alert(reason || 'Esta ordem não tem etapas.')
    if (code === '1') return void act(now, begins(now), badged(badge))
    const verb = ({ '2': 'pausar', '3': 'apontar', '4': 'concluir' } as const)[code]
    if (verb === undefined) return toast.alert('Leia um crachá ou o código de uma ordem, ou digite de 1 a 4.')
    return setAsking(verb)
  }
  return (
    <Dialog
      title={order === null ? 'Ordem de produção' : `Ordem de produção ${textOf(order.id)}`}
      size={modal.size}
      onClose={modal.onClose}
      {...(modal.path === undefined ? {} : { screen: modal.path })}
      tools={<SoundButton />}
      footer={
        <>
          <span className="spacer" />
          <Button onClick={modal.onClose}>Voltar</Button>
        </>
      }
    >
      <div className="dialog-body shop">
        <ScanBox
          label="Leia o crachá ou a ordem, ou digite a tecla"
          keyless
          plain
          disabled={asking !== null}
          onScan={scan}
          onFault={(message) => toast.alert(message)}
          times={null}
          onTimes={() => undefined}
        />
        {order !== null && now === undefined ? (
          <EmptyState text="Esta ordem não tem etapas: informe-as na mercadoria antes de iniciar." />
        ) : null}
        {badge === null ? null : (
          <div className="shop-who">
            <strong>{badge.xNome}</strong>
            <Button onClick={() => setBadge(null)}>Sair</Button>
          </div>
        )}
        {now === undefined ? null : <Now step={now} />}
        {now === undefined ? null : <StepKeys step={now} badge={badge} reason={reason} onAsk={setAsking} />}
        <ul className="shop-list" aria-label="Etapas">
          {steps.map((one) => (
            <li key={one.id}>
              <Button onClick={() => setChosen(one.id)}>{`${nameOf(one)} · ${stateWord(one)}`}</Button>
            </li>
          ))}
        </ul>
      </div>
      {asking === null || now === undefined ? null : (
        <Ask key={`${now.id}:${asking}`} step={now} verb={asking} badge={badge} onClose={() => setAsking(null)} />
      )}
    </Dialog>
  )
}
