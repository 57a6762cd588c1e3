import { useRef, type ReactElement } from 'react'
import { inventarioContagemFields, mercadoriaInventarioItemFields } from '../../../core/fields/estoque/inventario'
import { ApiError, post } from '../../app/api'
import { toast } from '../../app/toasts'
import { fieldsOf } from '../../ui/fields-of'
import { AskDialog } from '../../ui/form/ask-dialog'
import { PRODUCT } from '../../ui/form/product'
import { displayName, formatQuantity } from '../../ui/format'
import { textOf, type Values } from '../../ui/row'
import { AskLot } from '../ask-lot'
import { play } from '../../ui/scan/sounds'
import type { ReadPlace } from '../read-place'
import type { Counted } from './told'
import type { Counting, Question } from './use-count'

const item = fieldsOf(mercadoriaInventarioItemFields)
const count = fieldsOf(inventarioContagemFields)

interface CorrectProps {
  readonly counted: Counted
  readonly correct: Counting['correct']
  readonly onClose: () => void
}

/** How many there are of some goods, said by hand in place of what was read of them. */
export function CorrectDialog({ counted, correct, onClose }: CorrectProps): ReactElement {
  const { mercadoria_id, lote_id, xProd, un } = counted
  const go = ({ quantidade }: Values): Promise<boolean> => {
    correct({ mercadoria_id, lote_id }, textOf(quantidade), xProd)
    return Promise.resolve(true)
  }
  return (
    <AskDialog
      title={xProd}
      action="Corrigir"
      codesAhead
      initial={{ quantidade: counted.contada }}
      about={<p className="field-help">{`Você contou ${formatQuantity(counted.contada, 4)} ${un}.`.trim()}</p>}
      onGo={go}
      onClose={onClose}
    >
      <count.Field
        name="quantidade"
        label={un === '' ? 'Quantidade' : `Quantidade (${un})`}
        span={6}
        required
        autoFocus
      />
    </AskDialog>
  )
}

/** Goods that no code can be read of, chosen by name. */
export function ByHandDialog({ correct, onClose }: Omit<CorrectProps, 'counted'>): ReactElement {
  const go = ({ mercadoria_id, mercadoria, quantidade }: Values): Promise<boolean> => {
    correct({ mercadoria_id }, textOf(quantidade), displayName(mercadoria))
    return Promise.resolve(true)
  }
  return (
    <AskDialog title="Contar sem código" action="Contar" codesAhead initial={{}} onGo={go} onClose={onClose}>
      <item.ReferenceField name="mercadoria_id" {...PRODUCT} span={12} required />
      <count.Field name="quantidade" span={6} required />
    </AskDialog>
  )
}

interface CloseProps {
  readonly id: number
  readonly place: ReadPlace
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Says that a place is counted to its end, with how many pieces that is. False where it was refused, which is told. */
export async function closePlace(id: number, place: ReadPlace, chave: string, total: string): Promise<boolean> {
  try {
    await post(`estoque/mercadoria_inventario/${id}/fechaLocal`, { chave, armazenamento_id: place.id, total })
    play('ok')
    toast.success(`Local ${place.codigo} fechado.`)
    return true
  } catch (error) {
    play('error')
    toast.error(error, error instanceof ApiError && error.code === 'differs' ? '' : 'Não foi possível fechar o local')
    return false
  }
}

/** Asks the pieces of a place once more, before it is closed. */
export function CloseDialog({ id, place, onClose, onDone }: CloseProps): ReactElement {
  const key = useRef(crypto.randomUUID())
  const go = async ({ quantidade }: Values): Promise<boolean> => {
    if (!(await closePlace(id, place, key.current, textOf(quantidade)))) return false
    onDone()
    return true
  }
  return (
    <AskDialog
      title={`Fechar o local ${place.codigo}`}
      action="Fechar local"
      codesAhead
      initial={{}}
      about={
        <p className="field-help">
          Conte as peças que estão no local, de todas as mercadorias. O que não foi lido passa a zero.
        </p>
      }
      onGo={go}
      onClose={onClose}
    >
      <count.Field name="quantidade" label="Total de peças" span={6} required autoFocus />
    </AskDialog>
  )
}

interface AskedProps {
  readonly question: Question | null
  readonly say: Counting['say']
}

/** Asks what a reading needs before it counts. */
export function Questions({ question, say }: AskedProps): ReactElement | null {
  if (question === null) return null
  const { call, about } = question
  if (about === 'lot')
    return (
      <AskLot
        key={call.key}
        title="De que lote é?"
        needs="lot"
        about={call.refused ?? call.text}
        onSay={(said) => say(question, said)}
      />
    )
  const go = ({ mercadoria_id }: Values): Promise<boolean> => {
    say(question, { mercadoria_id, codigo: undefined })
    return Promise.resolve(false)
  }
  return (
    <AskDialog
      key={call.key}
      codesAhead
      title={`De que mercadoria é ${call.text}?`}
      action="Contar"
      initial={{}}
      onGo={go}
      onClose={() => say(question, undefined)}
    >
      <item.ReferenceField name="mercadoria_id" {...PRODUCT} span={12} required />
    </AskDialog>
  )
}
