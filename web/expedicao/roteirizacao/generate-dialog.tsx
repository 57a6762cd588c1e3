import { useRef, useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { pathOf } from '../../../core/access'
import { clockText } from '../../../core/routing/words'
import { Go } from '../../app/go'
import { post, wasRefused } from '../../app/api'
import { announce } from '../../app/events'
import { useKeys } from '../../app/keys'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { counted } from '../../ui/format'
import { toneOf } from '../../ui/map/map-model'
import { isRecord, numberOf, rowsOf, type Row } from '../../ui/row'
import { usePlanner } from './context'
import { km, RESOURCE } from './plan'
import type { VehicleRoute } from './standing'

function GoKey({ onGo }: { readonly onGo: () => void }): null {
  useKeys({ confirm: onGo })
  return null
}

/** Makes the routes once, whatever is pressed twice. */
function useGeneration(chosen: ReadonlySet<number>) {
  const planner = usePlanner()
  const [busy, setBusy] = useState(false)
  const [made, setMade] = useState<readonly Row[] | null>(null)
  const key = useRef(crypto.randomUUID())
  const run = async (): Promise<void> => {
    if (busy || chosen.size === 0 || made !== null) return
    setBusy(true)
    try {
      const headers = { 'Idempotency-Key': key.current }
      const body = { selectedRouteVehicleIds: [...chosen].join(',') }
      const answer = await post(`${RESOURCE}/${planner.id}/gerar_rotas`, body, { headers })
      setMade(isRecord(answer) ? rowsOf(answer.rota_list) : [])
      toast.success('Rotas geradas com sucesso')
      planner.forget()
      announce(RESOURCE)
      announce('rota')
      await planner.refresh()
    } catch (error) {
      toast.error(error, 'Erro ao gerar rotas')
      if (wasRefused(error)) key.current = crypto.randomUUID()
    } finally {
      setBusy(false)
    }
  }
  return { busy, made, go: () => void run() }
}

/** Which vehicles' routes are made, asked once more with what they would be; then the routes, with the way to them. */
export function GenerateDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  useSignals()
  const { routes, outside } = usePlanner().standing.value
  const used = routes.filter(({ stops }) => stops.length > 0)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() => new Set(used.map(({ vehicle }) => vehicle.id)))
  const { busy, made, go } = useGeneration(chosen)
  const toggle = (id: number, on: boolean): void => {
    const next = new Set(chosen)
    if (on) next.add(id)
    else next.delete(id)
    setChosen(next)
  }
  const plates = new Map(routes.map(({ vehicle }) => [vehicle.id, vehicle.plate]))
  if (made !== null) return <Made made={made} plates={plates} onClose={onClose} />
  const left = outside.length === 1 ? ' Uma entrega fica' : ` ${outside.length} entregas ficam`
  const footer = (
    <>
      <Button onClick={onClose}>Voltar</Button>
      <Button
        kind="primary"
        hotkey="confirm"
        busy={busy}
        focusFirst
        onClick={go}
        {...(chosen.size === 0 ? { reason: 'Selecione ao menos um veículo.' } : {})}
      >
        {`Gerar ${counted(chosen.size, 'rota', 'rotas')}`}
      </Button>
    </>
  )
  return (
    <Dialog title="Gerar as rotas de entrega?" size="md" onClose={onClose} footer={footer}>
      <GoKey onGo={go} />
      <div className="dialog-body stack">
        <p>
          As vendas destas rotas saem da espera, e o cenário fica como está: depois disso não muda mais.
          {outside.length > 0 ? `${left} fora das rotas.` : ''}
        </p>
        <ul className="generate-list">
          {used.map((route) => (
            <Choice key={route.vehicle.id} route={route} chosen={chosen.has(route.vehicle.id)} onToggle={toggle} />
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

interface ChoiceProps {
  readonly route: VehicleRoute
  readonly chosen: boolean
  readonly onToggle: (id: number, on: boolean) => void
}

function Choice({
  route: { vehicle, letter, rank, stops, route, start, end, faults },
  chosen,
  onToggle,
}: ChoiceProps): ReactElement {
  const wrong = faults.length + stops.filter((stop) => stop.faults.length > 0).length
  return (
    <li>
      <label className={`check ${toneOf(rank)}`}>
        <input type="checkbox" checked={chosen} onChange={(event) => onToggle(vehicle.id, event.target.checked)} />
        <span className="stop-badge">{letter}</span>
        <strong>{vehicle.plate}</strong>
        <span>
          {counted(stops.length, 'entrega', 'entregas')} · {km(route?.distance ?? 0)} · {clockText(start?.arrival ?? 0)}
          –{clockText(end?.arrival ?? 0)}
        </span>
        {wrong === 0 ? null : <span className="stop-fault">{counted(wrong, 'violação', 'violações')}</span>}
      </label>
    </li>
  )
}

interface MadeProps {
  readonly made: readonly Row[]
  readonly plates: ReadonlyMap<number, string>
  readonly onClose: () => void
}

function Made({ made, plates, onClose }: MadeProps): ReactElement {
  return (
    <Dialog
      title={counted(made.length, 'rota gerada', 'rotas geradas')}
      size="md"
      onClose={onClose}
      footer={
        <Button kind="primary" focusFirst onClick={onClose}>
          Voltar ao cenário
        </Button>
      }
    >
      <ul className="dialog-body made-list">
        {made.map((row) => (
          <li key={row.id}>
            <Go to={pathOf('rota', row.id)}>
              Rota {row.id} · {plates.get(numberOf(row.veiculo_id) ?? 0) ?? ''}
            </Go>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
