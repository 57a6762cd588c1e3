import { useEffect, useState, type ReactElement } from 'react'
import { pathOf } from '../../../core/access'
import { mdfeEventoFields } from '../../../core/fields/nfe/mdfe'
import { needOf } from '../../app/access'
import { get, post } from '../../app/api'
import { announce } from '../../app/events'
import { open } from '../../app/navigation'
import { errorText, toast } from '../../app/toasts'
import { whyNot } from '../../app/why'
import { Button } from '../../ui/button'
import { confirm } from '../../ui/confirm'
import { Dialog } from '../../ui/dialog'
import { because } from '../../ui/documents/use-verbs'
import { fieldsOf } from '../../ui/fields-of'
import { isRecord, isSet, numberOf, recordsOf, textOf, type Values } from '../../ui/row'
import { KIND } from './kind'

const event = fieldsOf(mdfeEventoFields)

/** Asks for the closing of one that the authority has open. False where it was not asked for. */
async function close({ chMDFe, nProt }: Values): Promise<boolean> {
  const number = Number(textOf(chMDFe).slice(25, 34))
  const text = 'O encerramento é enviado à SEFAZ. A viagem dele terminou?'
  if (!(await confirm({ title: `Encerrar o MDF-e ${number}?`, text, action: 'Encerrar' }))) return false
  try {
    await post(`${KIND.resource}/encerraChave`, { chMDFe, nProt })
    announce(KIND.resource)
    toast.success('Encerramento enviado à SEFAZ.')
    return true
  } catch (error) {
    toast.error(error, 'Não foi possível encerrar')
    return false
  }
}

/** What became of what was sent of it last: `Encerramento: Recusado · …`. */
function Sent({ of: { tpEvento, situacao, xMotivo } }: { readonly of: Values }): ReactElement {
  return (
    <p className={situacao === 'recusado' ? 'field-error' : 'field-help'}>
      {event.word('tpEvento', tpEvento)}: {event.word('situacao', situacao)}
      {isSet(xMotivo) ? ` · ${textOf(xMotivo)}` : ''}
    </p>
  )
}

interface OpenProps {
  readonly of: Values
  readonly onAsked: () => void
}

/** One that nobody closed: ours leads to itself, that of another system is closed by its key. */
function Open({ of, onAsked }: OpenProps): ReactElement {
  const id = numberOf(of.mdfe_id)
  const key = textOf(of.chMDFe)
  const go = async (): Promise<void> => {
    if (await close(of)) onAsked()
  }
  return (
    <li>
      <div className="lines-tools">
        <span>
          MDF-e {Number(key.slice(25, 34))} · série {Number(key.slice(22, 25))}
          {id === null ? ' · de outro sistema' : ''}
        </span>
        {id === null ? null : (
          <Button icon="search" onClick={() => open(pathOf(KIND.name, id))}>
            Abrir
          </Button>
        )}
        <Button {...because(whyNot(needOf(KIND.right, 'edit')) ?? undefined)} onClick={() => void go()}>
          Encerrar
        </Button>
      </div>
      {isRecord(of.evento) ? <Sent of={of.evento} /> : null}
    </li>
  )
}

/** What the authority answered, or why it did not. */
interface Answer {
  /** Which question it is an answer to. */
  readonly round: number
  readonly rows: readonly Values[]
  readonly fault: string
}

/** What the authority has open, asked as the dialog opens and whenever `again` is called; no answer until it has given it. */
function useNotClosed() {
  const [round, setRound] = useState(0)
  const [last, setLast] = useState<Answer>()
  useEffect(() => {
    const stop = new AbortController()
    const ask = async (): Promise<Answer> => {
      try {
        const said = await get(`${KIND.resource}/naoEncerrados`, { signal: stop.signal })
        return { round, rows: isRecord(said) ? recordsOf(said.data) : [], fault: '' }
      } catch (error) {
        return { round, rows: [], fault: errorText(error) }
      }
    }
    void ask().then((answer) => (stop.signal.aborted ? undefined : setLast(answer)))
    return () => stop.abort()
  }, [round])
  return { answer: last?.round === round ? last : undefined, again: () => setRound((now) => now + 1) }
}

/** What an answer tells, where it tells of none. */
function Told({ answer }: { readonly answer: Answer | undefined }): ReactElement | null {
  if (answer === undefined) return <p className="field-help">Consultando a SEFAZ…</p>
  if (answer.fault !== '')
    return (
      <p role="alert" className="field-error">
        {answer.fault}
      </p>
    )
  return answer.rows.length === 0 ? <p>A SEFAZ não tem MDF-e aberto desta empresa.</p> : null
}

/** What the authority has open of the company. */
export function NotClosed({ onClose }: { readonly onClose: () => void }): ReactElement {
  const { answer, again } = useNotClosed()
  const footer = (
    <Button icon="search" busy={answer === undefined} onClick={again}>
      Consultar de novo
    </Button>
  )
  return (
    <Dialog title="MDF-e não encerrados na SEFAZ" size="sm" onClose={onClose} footer={footer}>
      <div className="dialog-body stack">
        <Told answer={answer} />
        <ul className="stack">
          {(answer?.rows ?? []).map((row) => (
            <Open key={textOf(row.chMDFe)} of={row} onAsked={again} />
          ))}
        </ul>
      </div>
    </Dialog>
  )
}
