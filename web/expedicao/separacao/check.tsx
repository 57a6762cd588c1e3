import { useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { sum } from '../../../core/money/decimal'
import { separacaoVendaFields, separacaoVolumeFields } from '../../../core/fields/expedicao/separacao'
import { post } from '../../app/api'
import { announce } from '../../app/events'
import { useKeys } from '../../app/keys'
import type { ModalProps } from '../../app/registry'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { fieldsOf } from '../../ui/fields-of'
import { AskDialog } from '../../ui/form/ask-dialog'
import { counted, formatQuantity } from '../../ui/format'
import { addStyle } from '../../ui/later-style'
import { getPath, isSet, numberOf, textOf, type Values } from '../../ui/row'
import type { Call } from '../../ui/scan/device-queue'
import { allSent } from '../../ui/scan/kept-calls'
import { LastReading, type Outcome } from '../../ui/scan/last-reading'
import { ScanBox } from '../../ui/scan/scan-box'
import { Unsent } from '../../ui/scan/unsent'
import { useReadings } from '../../ui/scan/use-readings'
import { checkOrder, readings, RESOURCE } from './kind'
import { printBoxes } from './labels'
import style from './separacao.css' with { type: 'text' }
import { ScanDialog, titleOf, useOrder } from './walk'
import { amountText, leftText, type Parcel } from './walk-data'

addStyle(style)

const box = fieldsOf(separacaoVolumeFields)
const document = fieldsOf(separacaoVendaFields)

function countedAs(_: Call, answer: Values): Outcome | null {
  if (answer.qContada === undefined) return null
  return {
    sound: 'ok',
    word: 'Contado',
    title: textOf(answer.xProd),
    quantity: amountText(numberOf(answer.qContada) ?? 0, textOf(answer.un)),
    text: leftText(answer, 'Tudo conferido.'),
  }
}

/** The first box of a document that was not weighed. */
const nextBox = ({ volumes, weights }: Parcel): number => {
  for (let box = 1; box <= volumes; box++) if (!weights.has(box)) return box
  return 1
}

const isToWeigh = ({ volumes, weights }: Parcel): boolean => weights.size < volumes

interface AskProps {
  readonly id: number
  readonly parcel: Parcel
  readonly onClose: () => void
}

/** What a box weighs. */
function Weigh({ id, parcel, onClose }: AskProps): ReactElement {
  const next = nextBox(parcel)
  const go = async ({ nVolume, peso, unitizador_id }: Values): Promise<boolean> => {
    try {
      const answer = await post(`${RESOURCE}/${id}/pesa`, {
        separacao_venda_id: parcel.id,
        nVolume,
        peso,
        ...(isSet(unitizador_id) ? { unitizador_id } : {}),
      })
      announce(RESOURCE)
      const isRight = getPath(answer, 'confere')
      if (isRight === true) toast.success('O peso confere.')
      else if (isRight === false) toast.alert('O peso não confere: conte de novo, ou veja o que há a mais ou a menos.')
      return true
    } catch (error) {
      toast.error(error, 'Não foi possível guardar o peso')
      return false
    }
  }
  return (
    <AskDialog
      title={`Pesar ${parcel.name}`}
      action="Guardar o peso"
      initial={{ nVolume: next }}
      about={`Volume ${next} de ${parcel.volumes}.`}
      onGo={go}
      onClose={onClose}
    >
      <box.Field name="peso" weighs="mercadoria_id" autoFocus required span={6} />
      {parcel.volumes === 1 ? null : <box.Field name="nVolume" required span={6} />}
      <box.ReferenceField name="unitizador_id" resource="estoque/unitizador" span={12} />
    </AskDialog>
  )
}

/** In how many boxes a document leaves. */
function Boxes({ id, parcel, onClose }: AskProps): ReactElement {
  const go = async ({ volumes }: Values): Promise<boolean> => {
    try {
      await post(`${RESOURCE}/${id}/volumes`, { separacao_venda_id: parcel.id, volumes })
      announce(RESOURCE)
      return true
    } catch (error) {
      toast.error(error, 'Não foi possível guardar os volumes')
      return false
    }
  }
  return (
    <AskDialog
      title={`Volumes de ${parcel.name}`}
      action="Guardar"
      initial={{ volumes: parcel.volumes }}
      onGo={go}
      onClose={onClose}
    >
      <document.Field name="volumes" autoFocus required span={6} />
    </AskDialog>
  )
}

interface ParcelsProps {
  readonly parcels: readonly Parcel[]
  readonly chosen: Parcel | undefined
  readonly reason: string
  readonly onChoose: (parcel: Parcel) => void
  readonly onAsk: (what: 'weigh' | 'boxes', parcel: Parcel) => void
}

/** The documents of the walk, with their boxes and what those weigh. */
const Parcels = ({ parcels, chosen, reason, onChoose, onAsk }: ParcelsProps): ReactElement => (
  <ul className="check-parcels" aria-label="Documentos">
    {parcels.map((one) => (
      <li key={one.id} aria-current={one.id === chosen?.id}>
        <strong>
          <button type="button" className="link" onClick={() => onChoose(one)}>
            Caixa {one.posicao}
          </button>
        </strong>
        <span>
          {one.name} · {counted(one.volumes, 'volume', 'volumes')}
          {one.weights.size === 0
            ? ''
            : ` · ${formatQuantity(sum([...one.weights.values()].map(String)).toFixed(3), 3)} kg em ${counted(one.weights.size, 'volume', 'volumes')}`}
          {one.pallets.length === 0 ? '' : ` · ${one.pallets.join(', ')}`}
        </span>
        <span className="check-acts">
          <Button reason={reason} onClick={() => onAsk('boxes', one)}>
            Volumes
          </Button>
          <Button reason={reason} onClick={() => onAsk('weigh', one)}>
            Pesar
          </Button>
        </span>
      </li>
    ))}
  </ul>
)

async function recount(id: number): Promise<void> {
  try {
    await post(`${RESOURCE}/${id}/recontar`)
    announce(RESOURCE)
    toast.success('Contagem recomeçada.')
  } catch (error) {
    toast.error(error, 'Não foi possível recomeçar a contagem')
  }
}

/** What is read for a count of an order. */
function useCounting(id: number) {
  const path = `${RESOURCE}/${id}/conta`
  const machine = useReadings<never>({
    calls: readings,
    isMine: (call) => call.path === path,
    aboutOf: () => undefined,
    isUrgent: () => false,
    countedAs,
    waitsAs: ({ text }) => ({ sound: 'ok', title: text }),
    offBy: ({ body }) => ({ path: `${RESOURCE}/${id}/recontar`, body }),
  })
  const scan = (code: string, quantity: string | null): void =>
    machine.send({ path, body: { code, ...(quantity === null ? {} : { qVolumes: quantity }) }, text: code })
  return { ...machine, scan }
}

/** What was fetched is counted again by another person, who is not told how much there should be; boxes are weighed (F2). Ctrl+Enter checks the order. */
export function Checking(modal: ModalProps): ReactElement {
  useSignals()
  const { id, row, walk, reason } = useOrder(modal, 'Seu perfil não confere separações.')
  const parcels = walk?.parcels ?? []
  const [number, setNumber] = useState<number | null>(null)
  const [asking, setAsking] = useState<'weigh' | 'boxes' | null>(null)
  const chosen = parcels.find((one) => one.id === number) ?? parcels.find(isToWeigh) ?? parcels[0]
  const counting = useCounting(id)
  const end = async (): Promise<void> => {
    if (reason === '' && allSent(readings) && (await checkOrder(id))) modal.onClose()
  }
  const weigh = (): void => {
    if (reason === '' && chosen !== undefined) setAsking('weigh')
  }
  const ask = (what: 'weigh' | 'boxes', one: Parcel): void => {
    setNumber(one.id)
    setAsking(what)
  }
  const closed = (): void => {
    setAsking(null)
    setNumber(null)
  }
  const footer = (
    <>
      <Button reason={reason} onClick={() => void recount(id)}>
        Contar de novo
      </Button>
      <Button hotkey="weigh_box" reason={reason} onClick={weigh}>
        Pesar
      </Button>
      <Button icon="print" onClick={() => void printBoxes([id])}>
        Etiquetas
      </Button>
      <span className="spacer" />
      <Button kind="primary" hotkey="confirm" reason={reason} onClick={() => void end()}>
        Conferir
      </Button>
    </>
  )
  return (
    <ScanDialog modal={modal} title={`Conferência · ${titleOf(row)}`} footer={footer}>
      <Keys onEnd={() => void end()} onWeigh={weigh} />
      <div className="dialog-body picking">
        <div className="receiving-top">
          <LastReading outcome={counting.outcome} reason={reason} />
          <ScanBox
            label="Leia o que foi separado"
            keyless
            disabled={reason !== '' || asking !== null}
            onScan={counting.scan}
            onFault={counting.fault}
            times={counting.times}
            onTimes={counting.onTimes}
          />
        </div>
        <Unsent queue={readings.queue} verbOf={() => 'Tentar de novo'} onAsk={counting.ask} />
        <Parcels parcels={parcels} chosen={chosen} reason={reason} onChoose={(one) => setNumber(one.id)} onAsk={ask} />
      </div>
      {asking === 'weigh' && chosen ? <Weigh id={id} parcel={chosen} onClose={closed} /> : null}
      {asking === 'boxes' && chosen ? <Boxes id={id} parcel={chosen} onClose={closed} /> : null}
    </ScanDialog>
  )
}

function Keys({ onEnd, onWeigh }: { readonly onEnd: () => void; readonly onWeigh: () => void }): null {
  useKeys({ confirm: onEnd, dispatch: onEnd, weigh_box: onWeigh }, { labels: { confirm: 'Conferir' } })
  return null
}
