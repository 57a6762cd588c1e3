import type { ReactElement } from 'react'
import { agentAddress } from '../../devices/config'
import { anyTestPage } from '../../devices/test-page'
import { type Device, devicesOf } from '../../devices/told'
import { useWeighed } from '../../devices/use-weighed'
import { Button } from '../../ui/button'
import { Chip } from '../../ui/chip'
import { isSet, type Row } from '../../ui/row'
import { act, AGENTS } from './parts'

interface DeviceProps {
  readonly agent: Row
  readonly device: Device
}

const unreachable = (agent: Row): string | undefined =>
  isSet(agent.dhRevogacao)
    ? 'Este agente foi revogado.'
    : agent.conectado === true
      ? undefined
      : 'O agente está desligado.'

function State({ estado, motivo }: Device): ReactElement {
  const isWell = estado === 'pronta'
  const words = { pronta: 'Pronta', ausente: 'Ausente', parada: 'Parada' } as const
  const word = words[isWell ? 'pronta' : estado === 'parada' ? 'parada' : 'ausente']
  return (
    <>
      <Chip word={word} {...(isWell ? { hue: 'verde', mark: 'check' } : { hue: 'ambar', mark: 'half' })} />{' '}
      {isWell ? null : motivo}
    </>
  )
}

function Scale({ agent, device }: DeviceProps): ReactElement {
  const { text, busy, weigh } = useWeighed({ serverIP: agentAddress(agent.id), nome: device.nome })
  const reason = unreachable(agent)
  return (
    <li className="device">
      <strong>{device.nome}</strong>
      <span>
        <State {...device} />
      </span>
      <output aria-label={`Peso em ${device.nome}`}>{text}</output>
      <Button busy={busy} {...(reason === undefined ? {} : { reason })} onClick={() => void weigh()}>
        Pesar agora
      </Button>
    </li>
  )
}

const KINDS: Readonly<Record<string, string>> = { rede: 'Rede', ipp: 'IPP', pasta: 'Pasta', fila: 'Fila do sistema' }

function Printer({ agent, device }: DeviceProps): ReactElement {
  const print = (): void =>
    void act(
      `${AGENTS}/${agent.id}/print`,
      {
        printer: device.nome,
        filename: 'pagina-de-teste.txt',
        bartender_filename: '',
        contents: anyTestPage(device.nome),
      },
      'Página enviada.',
      'Não foi possível imprimir',
    )
  return (
    <li className="device">
      <strong>{device.nome}</strong>
      <span>
        {KINDS[device.tipo] ?? device.tipo} <State {...device} />
      </span>
      <Button
        icon="print"
        {...(isSet(agent.dhRevogacao) ? { reason: 'Este agente foi revogado.' } : {})}
        onClick={print}
      >
        Página de teste
      </Button>
    </li>
  )
}

interface GroupProps {
  readonly agent: Row
  readonly title: string
  readonly none: string
  readonly of: unknown
  readonly one: (props: DeviceProps) => ReactElement
}

function Group({ agent, title, none, of, one: One }: GroupProps): ReactElement {
  const devices = devicesOf(of)
  return (
    <section aria-label={title}>
      <h3 className="group-title">{title}</h3>
      {devices.length === 0 ? <p className="hint">{none}</p> : null}
      <ul className="devices">
        {devices.map((device) => (
          <One key={device.nome} agent={agent} device={device} />
        ))}
      </ul>
    </section>
  )
}

/** The scales and printers of an agent, each with a way to try it. */
export function Devices({ agent }: { readonly agent: Row }): ReactElement {
  return (
    <>
      <Group agent={agent} title="Balanças" none="Nenhuma na configuração dele." of={agent.balancas} one={Scale} />
      <Group
        agent={agent}
        title="Impressoras"
        none="Nenhuma na configuração dele."
        of={agent.impressoras}
        one={Printer}
      />
    </>
  )
}
