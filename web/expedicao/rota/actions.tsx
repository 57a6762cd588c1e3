import { useMemo, useState, type ReactElement } from 'react'
import { ApiError, get, post } from '../../app/api'
import { announce } from '../../app/events'
import { toast } from '../../app/toasts'
import { confirm } from '../../ui/confirm'
import { askCancelReason } from '../../ui/documents/cancel-reason'
import { type How, LifeBar } from '../../ui/documents/life-bar'
import { settled, type OpenDocument } from '../../ui/documents/use-verbs'
import type { FormModel } from '../../ui/form/form-model'
import { isRecord, isSet, rowsOf, textOf, type Row } from '../../ui/row'
import { reload } from './changes'
import { LeaveDialog, ReturnDialog } from './passage'
import { KIND, RESOURCE, stopsOf } from './route'

const NOT_CONFIGURED = 'integration_not_configured'
const REFUSED = 'MDF-e não gerado'

/** All that stands in the way of the MDF-e, one thing a line: by field and stop. */
const missing = ({ fields }: ApiError): readonly string[] => Object.values(fields).flat()

/** Asks for the MDF-e. That it is not set up is no failure of anybody's: it is told calmly. What is missing is told all at once. */
async function makeMdfe(doc: OpenDocument): Promise<void> {
  const record = await settled(doc)
  if (record === undefined) return
  try {
    const answer = await post(`${RESOURCE}/${record.id}/geraMDFe`)
    await reload(doc.form)
    const made = isRecord(answer) ? rowsOf(answer.mdfe) : []
    toast.success(`MDF-e ${made.map(({ nMDF }) => textOf(nMDF)).join(', ')} enviado à SEFAZ.`)
  } catch (error) {
    if (!(error instanceof ApiError)) return toast.error(error, REFUSED)
    if (error.code === NOT_CONFIGURED) return toast.info(error.message, { title: REFUSED })
    if (error.code !== 'manifest_refused') return toast.error(error, REFUSED)
    await confirm({ title: REFUSED, text: 'Antes de gerar:', details: missing(error), action: 'Entendi' })
  }
}

/** Why a route under way is cancelled; null when it is not. An open one needs a yes alone. */
async function askWhy(record: Row): Promise<string | null> {
  const sales = stopsOf(record).length
  const effect =
    sales === 0
      ? 'A rota fica cancelada e não pode mais ser alterada.'
      : `${sales === 1 ? 'A venda volta' : `As ${sales} vendas voltam`} a esperar entrega.`
  const question = { title: `Cancelar a rota ${record.id}?`, text: effect, action: 'Cancelar a rota' }
  if (!isSet(record.dhLiberacao)) return (await confirm({ ...question, danger: true, cancel: 'Voltar' })) ? '' : null
  return askCancelReason({
    ...question,
  })
}

async function cancel(doc: OpenDocument): Promise<void> {
  const record = await settled(doc)
  if (record === undefined) return
  const xJustCancelamento = await askWhy(record)
  if (xJustCancelamento === null) return
  try {
    await get(`${RESOURCE}/${record.id}/cancela`, { query: { xJustCancelamento } })
    await reload(doc.form)
    announce(RESOURCE)
    toast.success(`Rota ${record.id} cancelada.`)
  } catch (error) {
    toast.error(error, 'Não foi possível cancelar')
  }
}

type Passage = 'libera' | 'finaliza'

interface Asking {
  readonly form: FormModel
  readonly record: Row
  readonly passage: Passage
}

const PRINT = { name: 'rota', label: 'Imprimir romaneio' }

/** What can be done with the route now: only what its state allows is offered, and what a right forbids says so. F10 does the next step. */
export function RouteActions(): ReactElement {
  const [asking, setAsking] = useState<Asking | null>(null)
  const how = useMemo<Readonly<Record<string, How>>>(() => {
    const asks = (passage: Passage): How => ({
      run: async (doc) => {
        const saved = await settled(doc)
        if (saved === undefined) return
        if (passage === 'libera' && stopsOf(saved).length === 0)
          return toast.alert('Inclua ao menos uma venda antes de liberar a rota.')
        return setAsking({ form: doc.form, record: saved, passage })
      },
    })
    return {
      libera: asks('libera'),
      finaliza: asks('finaliza'),
      cancela: { run: cancel },
      geraMDFe: { icon: 'file', run: makeMdfe },
    }
  }, [])
  return (
    <>
      <LifeBar kind={KIND} how={how} print={PRINT} offersOnly />
      {asking?.passage === 'libera' ? <LeaveDialog {...asking} onClose={() => setAsking(null)} /> : null}
      {asking?.passage === 'finaliza' ? <ReturnDialog {...asking} onClose={() => setAsking(null)} /> : null}
    </>
  )
}
