import { useState, type ReactElement } from 'react'
import { can } from '../../../core/access'
import { DISCOUNT, LOSS, NOTHING_MISSING } from '../../../core/fields/estoque/leitura'
import { ApiError, post } from '../../app/api'
import { announce } from '../../app/events'
import { useKeys } from '../../app/keys'
import { rights } from '../../app/session'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { formatQuantity } from '../../ui/format'
import type { Item } from './told'

type Missing = 'pendente' | 'desconto' | 'perda'

const WAYS: Readonly<Record<Missing, string>> = {
  pendente: 'Vem depois: fica em outra entrada',
  desconto: 'Desconto do fornecedor',
  perda: 'Perda: o que veio leva o custo',
}
const isWay = (text: string): text is Missing => Object.hasOwn(WAYS, text)
const before = ({ falta }: Item): Missing => (falta === DISCOUNT ? 'desconto' : falta === LOSS ? 'perda' : 'pendente')

/** Ends the receiving; true when it is done, false when what came differs from the invoice. Throws ApiError for all else. */
export async function endReceiving(id: number): Promise<boolean> {
  try {
    await post(`entrada/${id}/finalizaRecebimento`)
    announce('entrada')
    toast.success('Recebimento terminado.')
    return true
  } catch (error) {
    if (error instanceof ApiError && (error.code === 'received_less' || error.code === 'received_more')) return false
    throw error
  }
}

/** What is tolerated is asked about only where somebody decided of it before. */
const isAsked = ({ qRecebida, qNota, tolerada, falta }: Item): boolean =>
  qRecebida !== qNota && !(tolerada && falta === NOTHING_MISSING)

interface DifferencesProps {
  readonly id: number
  readonly items: readonly Item[]
  readonly onClose: () => void
}

/** What came and is not what the invoice says, line by line, and what becomes of each. */
export function Differences({ id, items, onClose }: DifferencesProps): ReactElement {
  const off = items.filter(isAsked)
  const [ways, setWays] = useState<ReadonlyMap<number, Missing>>(
    () => new Map(off.map((item) => [item.id, before(item)])),
  )
  const [busy, setBusy] = useState(false)
  const more = off.some((item) => item.qRecebida > item.qNota && !item.tolerada)
  const reason =
    more && !can(rights.peek(), 'manage', 'entrada') ? 'Só quem gerencia entradas aceita mais do que a nota diz.' : ''
  const go = async (): Promise<void> => {
    if (busy || reason !== '') return
    setBusy(true)
    try {
      const itens = off
        .filter((item) => item.qRecebida < item.qNota)
        .map((item) => ({ id: item.id, falta: ways.get(item.id) ?? 'pendente' }))
      await post(`entrada/${id}/atualizaQuantidadesEntrada`, { itens })
      if (await endReceiving(id)) onClose()
      else toast.alert('Mais foi lido enquanto isso: confira a lista.')
    } catch (error) {
      toast.error(error, 'Não foi possível terminar o recebimento')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      title="O que veio não é o que a nota diz"
      size="lg"
      onClose={onClose}
      footer={
        <>
          <span className="spacer" />
          <Button onClick={onClose}>Voltar</Button>
          <Button kind="primary" hotkey="confirm" busy={busy} reason={reason} onClick={() => void go()}>
            Atualizar e terminar
          </Button>
        </>
      }
    >
      <Keys onGo={() => void go()} />
      <div className="dialog-body receiving-differences">
        <table className="plain">
          <thead>
            <tr>
              <th scope="col">Mercadoria</th>
              <th scope="col" className="num">
                Nota
              </th>
              <th scope="col" className="num">
                Lida
              </th>
              <th scope="col">O que fazer</th>
            </tr>
          </thead>
          <tbody>
            {off.map((item) => (
              <DifferenceLine
                key={item.id}
                item={item}
                way={ways.get(item.id)}
                choose={(way) => setWays(new Map([...ways, [item.id, way]]))}
              />
            ))}
          </tbody>
        </table>
      </div>
    </Dialog>
  )
}

interface LineProps {
  readonly item: Item
  readonly way: Missing | undefined
  readonly choose: (way: Missing) => void
}

function DifferenceLine({ item, way, choose }: LineProps): ReactElement {
  const { xProd, qNota, qRecebida } = item
  return (
    <tr>
      <td>{xProd}</td>
      <td className="num">{formatQuantity(qNota, 4)}</td>
      <td className="num">{formatQuantity(qRecebida, 4)}</td>
      <td>
        {qRecebida > qNota ? (
          `Aceitar ${formatQuantity(qRecebida - qNota, 4)} a mais, pelo mesmo valor`
        ) : (
          <select
            className="input"
            aria-label={`O que falta de ${xProd}`}
            value={way}
            onChange={({ target }) => {
              if (isWay(target.value)) choose(target.value)
            }}
          >
            {Object.entries(WAYS).map(([one, words]) => (
              <option key={one} value={one} disabled={one === 'perda' && qRecebida <= 0}>
                {words}
              </option>
            ))}
          </select>
        )}
      </td>
    </tr>
  )
}

function Keys({ onGo }: { readonly onGo: () => void }): null {
  useKeys({ confirm: onGo, dispatch: onGo })
  return null
}
