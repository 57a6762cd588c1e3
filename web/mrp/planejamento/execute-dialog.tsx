import { useRef, useState, type ReactElement } from 'react'
import { pathOf } from '../../../core/access'
import { isAbort, post, wasRefused } from '../../app/api'
import { announce } from '../../app/events'
import { useKeys } from '../../app/keys'
import { Go } from '../../app/go'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import type { FormModel } from '../../ui/form/form-model'
import { reloadForm } from '../../ui/form/save'
import { counted } from '../../ui/format'
import { linesOf, type Line, type LineColumn } from '../../ui/lines/lines-state'
import { LinesTable } from '../../ui/lines/lines-table'
import { isRecord, numberOf, rowsOf, textOf, type Row, type Values } from '../../ui/row'
import { focusWithin } from '../../ui/take-focus'
import { actionWord, executable, executionError, faultOf, item, ITEM_RESOURCE, RESOURCE } from './plan'

interface ExecuteProps {
  readonly form: FormModel
  readonly plan: Row
  readonly rows: readonly Row[]
  readonly onClose: (executed: boolean) => void
}

/** None, buy, produce, and none again. */
const nextAction = (line: Line): Line => ({ ...line, tipo_acao: ((numberOf(line.tipo_acao) ?? 0) + 1) % 3 })

function columnsOf(change: (line: Line) => void): readonly LineColumn[] {
  return [
    item.line('mercadoria_id', {
      required: false,
      show: (line) => textOf(isRecord(line.mercadoria) ? line.mercadoria.xProd : ''),
    }),
    item.line('tipo_acao', {
      width: 100,
      show: (line) => actionWord(line.tipo_acao),
      toggle: (line) => change(nextAction(line)),
    }),
    item.line('quantidade', { label: 'Quantidade', width: 110, editable: true, required: true }),
    item.line('data_pedido', { label: 'Pedir em', width: 120, editable: true, required: true }),
    item.lineTo('fornecedor_id', 'fornecedor', {
      width: 220,
      minChars: 1,
      editable: (line) => numberOf(line.tipo_acao) === 1,
    }),
  ]
}

const sent = ({ id, tipo_acao, quantidade, data_pedido, fornecedor_id }: Values): Values => ({
  id,
  tipo_acao,
  falta: quantidade,
  quantidade,
  data_pedido,
  fornecedor_id: numberOf(tipo_acao) === 1 ? (fornecedor_id ?? null) : null,
})

/** What will be made of the chosen items, to be changed and confirmed; then what was made, with the way to it. */
export function ExecuteDialog({ form, plan, rows, onClose }: ExecuteProps): ReactElement {
  const [lines, setLines] = useState<readonly Line[]>(() => linesOf(rows.map(executable)))
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string>()
  const [made, setMade] = useState<Values | null>(null)
  const key = useRef(crypto.randomUUID())
  const run = async (): Promise<void> => {
    if (busy || made !== null) return
    const fault = faultOf(lines)
    if (fault !== undefined) return setRefused(fault)
    setBusy(true)
    setRefused(undefined)
    try {
      const headers = { 'Idempotency-Key': key.current }
      const answer = await post(`${RESOURCE}/${plan.id}/executarAcoes`, { itens: lines.map(sent) }, { headers })
      setMade(isRecord(answer) ? answer : {})
      await reloadForm(form, RESOURCE)
      announce(ITEM_RESOURCE)
      announce(RESOURCE)
    } catch (error) {
      if (!isAbort(error)) setRefused(`Erro ao executar ações.\n${executionError(error)}`)
      if (wasRefused(error)) key.current = crypto.randomUUID()
    } finally {
      setBusy(false)
    }
  }
  const changeLines = (next: readonly Line[]): void => {
    setLines(next)
    setRefused(undefined)
  }
  const replace = (line: Line): void => changeLines(lines.map((other) => (other.key === line.key ? line : other)))
  const done = made !== null
  return (
    <Dialog
      title={
        done
          ? 'Ações executadas'
          : `Executar ${lines.length === 1 ? 'a ação' : 'as ações'} de ${counted(lines.length, 'item', 'itens')}`
      }
      size="lg"
      onClose={() => onClose(done)}
      footer={<Footer done={done} busy={busy} onRun={() => void run()} onClose={onClose} />}
    >
      <ConfirmKey onGo={() => void run()} />
      <div ref={focusLines} className="dialog-text">
        {made === null ? (
          <>
            {refused === undefined ? null : (
              <p className="field-error" role="alert">
                {refused}
              </p>
            )}
            <LinesTable label="Ações" columns={columnsOf(replace)} lines={lines} onChange={changeLines} />
          </>
        ) : (
          <Made made={made} />
        )}
      </div>
    </Dialog>
  )
}

interface FooterProps extends Pick<ExecuteProps, 'onClose'> {
  readonly done: boolean
  readonly busy: boolean
  readonly onRun: () => void
}

function Footer({ done, busy, onRun, onClose }: FooterProps): ReactElement {
  if (done)
    return (
      <Button kind="primary" focusFirst onClick={() => onClose(true)}>
        Voltar ao planejamento
      </Button>
    )
  return (
    <>
      <span className="field-help">Espaço muda a ação. Sem fornecedor, a compra vira solicitação.</span>
      <span className="spacer" />
      <Button onClick={() => onClose(false)}>Voltar</Button>
      <Button kind="primary" hotkey="confirm" busy={busy} onClick={onRun}>
        Executar
      </Button>
    </>
  )
}

/** The first thing to write is a quantity: the keys go to the lines. */
const focusLines = focusWithin('.lines')

function ConfirmKey({ onGo }: { readonly onGo: () => void }): null {
  useKeys({ confirm: onGo })
  return null
}

const KINDS = [
  { list: 'ordem_producao_list', one: 'Ordem de produção', resource: 'ordem_producao' },
  { list: 'pedido_compra_list', one: 'Pedido de compra', resource: 'pedido_compra' },
  { list: 'solicitacao_list', one: 'Solicitação de compra', resource: 'solicitacao' },
] as const
const MOST = 50

function Made({ made }: { readonly made: Values }): ReactElement {
  const documents = KINDS.flatMap(({ list, one, resource }) =>
    rowsOf(made[list]).map(({ id }) => ({ key: `${list}${id}`, text: `${one} ${id}`, path: pathOf(resource, id) })),
  )
  return (
    <div className="stack">
      <p>{counted(documents.length, 'documento criado', 'documentos criados')}, em aberto, para conferência.</p>
      <ul className="made-list">
        {documents.slice(0, MOST).map(({ key, text, path }) => (
          <li key={key}>
            <Go to={path}>{text}</Go>
          </li>
        ))}
      </ul>
      {documents.length > MOST ? <p className="field-help">E mais {documents.length - MOST}.</p> : null}
    </div>
  )
}
