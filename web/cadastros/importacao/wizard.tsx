import { useEffect, useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { mayEdit } from '../../app/access'
import { post } from '../../app/api'
import { announce } from '../../app/events'
import { useKeys } from '../../app/keys'
import { replace } from '../../app/navigation'
import type { ModalProps } from '../../app/registry'
import { rights } from '../../app/session'
import { isOver, useTask } from '../../app/tasks'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { confirm } from '../../ui/confirm'
import { Dialog } from '../../ui/dialog'
import { counted, formatCount, formatDateTime } from '../../ui/format'
import { addStyle } from '../../ui/later-style'
import { isRecord, numberOf, textOf, type Row } from '../../ui/row'
import { type Batch, type Kind, loadBatch, loadKinds, PATH, RESOURCE, run } from './batch'
import style from './import.css' with { type: 'text' }
import { Kept } from './kept'
import { Review, wrongRows } from './review'
import { Start } from './start'

addStyle(style)

const n = (count: number): string => formatCount(count, false)

function useKinds(): readonly Kind[] {
  useSignals()
  const [kinds, setKinds] = useState<readonly Kind[]>([])
  useEffect(() => {
    loadKinds().then(setKinds, (error: unknown) => toast.error(error))
  }, [])
  return kinds.filter(({ direito }) => mayEdit(rights.value, direito))
}

interface Opened {
  readonly batch: Batch | null
  readonly round: number
  readonly task: Row | null
  readonly setBatch: (batch: Batch) => void
  /** Starts a verb that the server does as a task. */
  readonly begin: (verb: string, body?: Readonly<Record<string, unknown>>) => Promise<void>
}

/** The batch of the address, and the task that works on it. */
function useBatch({ id, onClose }: ModalProps): Opened {
  const [batch, setBatch] = useState<Batch | null>(null)
  const [round, setRound] = useState(0)
  useEffect(() => {
    if (id === 'new') return undefined
    const stop = new AbortController()
    loadBatch(id, stop.signal).then(setBatch, (error: unknown) => {
      if (stop.signal.aborted) return
      toast.error(error)
      onClose()
    })
    return () => stop.abort()
    // The address alone decides what is loaded.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [id, round])
  const task = useTask(batch?.tarefa ?? null, (done) => {
    if (done.status === 'falhou') toast.error(new Error(textOf(done.erro) || 'A tarefa falhou.'))
    announce(RESOURCE)
    setRound((now) => now + 1)
  })
  const begin: Opened['begin'] = async (verb, body = {}) => {
    if (batch === null) return
    try {
      const answer = await run(batch.id, verb, body)
      setBatch({ ...batch, tarefa: numberOf(isRecord(answer) ? answer.tarefa_id : null) })
    } catch (error) {
      toast.error(error, 'Não foi possível importar')
    }
  }
  return { batch: id === 'new' ? null : batch, round, task, setBatch, begin }
}

/** An import from file to register: choose, look at what each row comes to, mend, write; and later, undo. */
export function ImportWizard(modal: ModalProps): ReactElement {
  const kinds = useKinds()
  const opened = useBatch(modal)
  const { batch, task, setBatch } = opened
  const [leave, setLeave] = useState(false)
  const kind = kinds.find(({ tipo }) => tipo === batch?.tipo)
  const busy = task !== null && !isOver(task)
  const title =
    batch === null
      ? 'Importar'
      : `Importar ${kind?.titulo.toLowerCase() ?? ''} · ${batch.arquivo} · ${counted(batch.total, 'linha', 'linhas')}`
  return (
    <Dialog
      title={title}
      size="full"
      onClose={modal.onClose}
      {...(modal.path === undefined ? {} : { screen: modal.path })}
      footer={
        batch === null ? undefined : (
          <Footer opened={opened} batch={batch} busy={busy} leave={leave} onClose={modal.onClose} />
        )
      }
    >
      {modal.id === 'new' && kinds.length > 0 ? (
        <Start
          kinds={kinds}
          tipo={modal.query.get('tipo') ?? ''}
          onRead={(read) => {
            announce(RESOURCE)
            setBatch(read)
            replace(`${PATH}/edit/${read.id}`)
          }}
        />
      ) : null}
      {batch !== null && kind !== undefined && batch.status === 'conferida' ? (
        <Review
          key={`${batch.id}:${opened.round > 0 && !busy}`}
          batch={batch}
          kind={kind}
          busy={busy}
          round={opened.round}
          onBatch={setBatch}
          leave={leave}
          onLeave={setLeave}
        />
      ) : null}
      {batch !== null && batch.status !== 'conferida' ? <Outcome batch={batch} /> : null}
      {busy && task !== null ? <Progress task={task} /> : null}
    </Dialog>
  )
}

/** What a batch came to. */
function Outcome({ batch }: { readonly batch: Batch }): ReactElement {
  const { counts, row, pulados } = batch
  const left = counts.erro + counts.repetido
  const facts: readonly (readonly [string, string])[] = [
    ['Criados', n(counts.novo)],
    ['Alterados', n(counts.alterado)],
    ['Sem mudança', n(counts.igual)],
    ['Já cadastrados, deixados como estavam', n(pulados)],
    ['Deixados de fora por erro', n(left)],
    ['Formato', batch.formato],
    ['Importado em', formatDateTime(row.dhImportacao)],
    ...(row.dhDesfeita ? [['Desfeito em', formatDateTime(row.dhDesfeita)] as const] : []),
  ]
  const words: Readonly<Record<string, string>> = {
    importada: 'Este lote foi importado.',
    desfeita: 'Este lote foi desfeito: o que mudou voltou a ser como era, e o que criou foi excluído.',
    desfeita_em_parte:
      'Este lote foi desfeito em parte: o que foi alterado ou usado depois da importação ficou como está.',
    descartada: 'Este lote foi descartado; nada foi gravado.',
  }
  return (
    <div className="import-outcome" tabIndex={0} role="region" aria-label="Resultado">
      <p>{words[batch.status] ?? ''}</p>
      {batch.status === 'descartada' ? null : (
        <dl>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {batch.status !== 'descartada' && left > 0 ? <LeftOut batch={batch} /> : null}
      {batch.status === 'desfeita_em_parte' ? <Kept key={batch.mantidos} batch={batch} /> : null}
    </div>
  )
}

/** The rows that were left out, as a file. */
const LeftOut = ({ batch }: { readonly batch: Batch }): ReactElement => (
  <p>
    <a className="link" href={`/api/${RESOURCE}/${batch.id}/sobras`} download>
      Baixar as linhas que ficaram de fora
    </a>{' '}
    com o motivo de cada uma: corrija e importe o arquivo de novo.
  </p>
)

async function cancel(id: number): Promise<void> {
  try {
    await post(`sis/tarefa/${id}/cancela`)
  } catch (error) {
    toast.error(error)
  }
}

function Progress({ task }: { readonly task: Row }): ReactElement {
  const [title, done, total] = [textOf(task.titulo), numberOf(task.feito) ?? 0, numberOf(task.total) ?? 0]
  const known = total > 0
  return (
    <div className="import-progress" role="status">
      <p>
        {title}: {known ? `${n(done)} de ${n(total)} ${textOf(task.nota)}` : 'na fila…'}
      </p>
      <Button kind="quiet" onClick={() => void cancel(Number(task.id))}>
        Parar
      </Button>
      <progress max={known ? total : 1} {...(known ? { value: done } : {})} aria-label={title} />
    </div>
  )
}

interface FooterProps {
  readonly opened: Opened
  readonly batch: Batch
  readonly busy: boolean
  /** Rows at fault are left out. */
  readonly leave: boolean
  readonly onClose: () => void
}

const BUSY = { reason: 'O lote está sendo processado.' }

/** What can be done with the batch now. */
function Footer(props: FooterProps): ReactElement {
  const { opened, batch, busy, onClose } = props
  if (batch.status === 'conferida') return <OpenFooter {...props} />
  return (
    <>
      {batch.status === 'importada' || batch.status === 'desfeita_em_parte' ? (
        <Button kind="danger" icon="undo" {...(busy ? BUSY : {})} onClick={() => void undo(opened, batch)}>
          Desfazer importação
        </Button>
      ) : null}
      <span className="spacer" />
      <Button kind="primary" onClick={onClose} focusFirst>
        Fechar
      </Button>
    </>
  )
}

/** Why a batch cannot be written now; undefined when it can. */
function whyNot(
  batch: Batch,
  { busy, leave }: { readonly busy: boolean; readonly leave: boolean },
): string | undefined {
  const wrong = wrongRows(batch)
  if (busy) return BUSY.reason
  if (wrong > 0 && !leave) return `Há ${counted(wrong, 'linha', 'linhas')} com erro. Corrija ou deixe de fora.`
  return writesOf(batch) === 0 ? 'Não há nada a importar.' : undefined
}

const writesOf = ({ counts, existentes }: Batch): number =>
  counts.novo + (existentes === 'atualiza' ? counts.alterado : 0)

async function discard(batch: Batch, onClose: () => void): Promise<void> {
  const text = 'As correções feitas aqui se perdem; nada foi gravado.'
  if (!(await confirm({ title: `Descartar ${batch.arquivo}?`, text, action: 'Descartar', danger: true }))) return
  try {
    await run(batch.id, 'descarta')
    announce(RESOURCE)
    onClose()
  } catch (error) {
    toast.error(error)
  }
}

function OpenFooter({ opened, batch, busy, leave, onClose }: FooterProps): ReactElement {
  const reason = whyNot(batch, { busy, leave })
  const commit = (): void => {
    if (reason === undefined) void opened.begin('importa', { ignora_erros: leave })
  }
  useKeys({ confirm: commit })
  return (
    <>
      <Button kind="danger" icon="trash" {...(busy ? BUSY : {})} onClick={() => void discard(batch, onClose)}>
        Descartar
      </Button>
      <span className="spacer" />
      <Button
        kind="primary"
        icon="upload"
        hotkey="confirm"
        {...(reason === undefined ? {} : { reason })}
        onClick={commit}
      >
        Importar {n(writesOf(batch))}
      </Button>
    </>
  )
}

async function undo(opened: Opened, batch: Batch): Promise<void> {
  const { novo, alterado } = batch.counts
  const yes = await confirm({
    title: `Desfazer a importação de ${batch.arquivo}?`,
    text:
      batch.status === 'desfeita_em_parte'
        ? `${counted(batch.mantidos, 'registro ficou', 'registros ficaram')} como estão. O que já não foi alterado nem está em uso é desfeito.`
        : `${counted(novo, 'registro criado será excluído', 'registros criados serão excluídos')} e ${counted(alterado, 'alterado volta', 'alterados voltam')} a ser como ${alterado === 1 ? 'era' : 'eram'}. O que foi alterado ou usado desde então fica como está, e é listado.`,
    action: 'Desfazer',
    danger: true,
  })
  if (yes) await opened.begin('desfaz')
}
