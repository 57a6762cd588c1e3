import { useEffect, useState, type ReactElement, type ReactNode } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { LABEL_USES } from '../../core/labels/fields'
import { LANGUAGES } from '../../core/labels/template'
import { toast } from '../app/toasts'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import type { IconName } from '../ui/icon'
import { addStyle } from '../ui/later-style'
import { AddPrinter, AddScale, AddServer } from './add'
import {
  agentOf,
  type Devices,
  devices,
  keepDevices,
  LOCAL,
  type Printer,
  printerKey,
  type Scale,
  type Server,
  VIEWS,
  withoutPrinter,
  withoutScale,
  withoutServer,
  withUse,
  withUsualScale,
} from './config'
import style from './devices.css' with { type: 'text' }
import { type PairedAgent, pairedAgents } from './monitor'
import { bring, forget, openPapers, tellFault } from './printing'
import { testPage } from './test-page'
import { useWeighed } from './use-weighed'

addStyle(style)

/** Takes a change, or says why there is none. */
function change(next: Devices | string): void {
  if (typeof next === 'string') toast.alert(next)
  else keepDevices(next)
}

/** What an address is called. */
function placeName(serverIP: string, agents: readonly PairedAgent[]): string {
  const agent = agentOf(serverIP)
  if (agent !== undefined) return `Agente ${agents.find(({ id }) => id === agent)?.nome ?? agent}`
  return serverIP === LOCAL ? 'Este computador' : serverIP
}

interface SectionProps {
  readonly title: string
  readonly add?: { readonly label: string; readonly onAdd: () => void }
  readonly empty?: string | undefined
  readonly children: ReactNode
}

const Section = ({ title, add, empty, children }: SectionProps): ReactElement => (
  <section aria-label={title}>
    <header>
      <h3>{title}</h3>
      {add === undefined ? null : (
        <Button icon="add" onClick={add.onAdd}>
          {add.label}
        </Button>
      )}
    </header>
    {empty === undefined ? children : <p className="field-help">{empty}</p>}
  </section>
)

/** A verb of a row, which names the row for whoever hears it alone. */
const RowButton = (props: {
  readonly name: string
  readonly of: string
  readonly icon?: IconName
  readonly busy?: boolean
  readonly reason?: string
  readonly onClick: () => void
}): ReactElement => {
  const { name, of, ...rest } = props
  return (
    <Button kind="quiet" {...rest}>
      {name}
      <span className="sr-only"> {of}</span>
    </Button>
  )
}

function ServerRow({ server, onToken }: { readonly server: Server; readonly onToken: () => void }): ReactElement {
  const { serverIP, token } = server
  return (
    <li>
      <span>
        {placeName(serverIP, [])}
        <small>
          {serverIP} · {token === '' ? 'sem token' : 'com token'}
        </small>
      </span>
      <RowButton name="Token" of={`de ${serverIP}`} icon="lock" onClick={onToken} />
      <RowButton
        name="Remover"
        of={serverIP}
        icon="trash"
        onClick={() => change(withoutServer(devices.peek(), serverIP))}
      />
    </li>
  )
}

function ScaleRow({ scale, agents }: { readonly scale: Scale; readonly agents: readonly PairedAgent[] }): ReactElement {
  const { text, busy, weigh } = useWeighed(scale)
  const name = scale.nome || scale.port
  return (
    <li>
      <span>
        {name}
        {scale.default ? ' · padrão' : ''}
        <small>
          {placeName(scale.serverIP, agents)}
          {agentOf(scale.serverIP) === undefined ? ` · ${scale.port} · ${scale.protocol}` : ''} ·{' '}
          {scale.views.map((view) => VIEWS[view]).join(', ')}
        </small>
        <small role="status">{text}</small>
      </span>
      <RowButton name="Pesar" of={`em ${name}`} busy={busy} onClick={() => void weigh()} />
      {scale.default ? null : (
        <RowButton
          name="Tornar padrão"
          of={`a balança ${name}`}
          onClick={() => keepDevices(withUsualScale(devices.peek(), scale))}
        />
      )}
      <RowButton
        name="Remover"
        of={`a balança ${name}`}
        icon="trash"
        onClick={() => keepDevices(withoutScale(devices.peek(), scale))}
      />
    </li>
  )
}

function PrinterRow({
  printer,
  agents,
}: {
  readonly printer: Printer
  readonly agents: readonly PairedAgent[]
}): ReactElement {
  const [busy, setBusy] = useState(false)
  const test = async (): Promise<void> => {
    setBusy(true)
    try {
      await bring(printer, testPage(printer), 'A página de teste')
    } catch (error) {
      tellFault(error)
    }
    setBusy(false)
  }
  const reason = printer.linguagem === 'csv' ? 'Quem desenha a etiqueta é outro programa: teste por ele.' : ''
  return (
    <li>
      <span>
        {printer.nome}
        <small>
          {placeName(printer.serverIP, agents)} · {LANGUAGES[printer.linguagem]}
        </small>
      </span>
      <RowButton
        name="Página de teste"
        of={`em ${printer.nome}`}
        icon="print"
        busy={busy}
        reason={reason}
        onClick={() => void test()}
      />
      <RowButton
        name="Remover"
        of={`a impressora ${printer.nome}`}
        icon="trash"
        onClick={() => keepDevices(withoutPrinter(devices.peek(), printer))}
      />
    </li>
  )
}

const SWITCHES = [
  ['autoAdd', 'Gerar a etiqueta assim que é pesada'],
  ['autoPrint', 'Imprimir a etiqueta assim que é gerada'],
] as const

/** Where labels of each kind go, and what happens by itself. */
function Labels(): ReactElement {
  useSignals()
  const { printers, uses } = devices.value
  return (
    <div className="devices-uses">
      {Object.entries(LABEL_USES).map(([use, label]) => (
        <label key={use}>
          <span>{label}</span>
          <select
            className="input"
            value={uses[use] ?? ''}
            onChange={({ target }) => keepDevices(withUse(devices.peek(), use, target.value))}
          >
            <option value="">Abrir o arquivo</option>
            {printers.map((one) => (
              <option key={printerKey(one)} value={printerKey(one)}>
                {one.nome}
              </option>
            ))}
          </select>
        </label>
      ))}
      <div className="devices-switches">
        {SWITCHES.map(([name, label]) => (
          <label key={name}>
            <input
              type="checkbox"
              role="switch"
              className="switch"
              checked={devices.value[name]}
              onChange={({ target }) => keepDevices({ ...devices.peek(), [name]: target.checked })}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </div>
  )
}

/** Papers that wait, or that nobody knows of: a person looks at the printer, and says. */
function OpenPapers(): ReactElement | null {
  useSignals()
  const papers = openPapers.value
  if (papers.length === 0) return null
  return (
    <Section title="Impressões a conferir">
      <ul>
        {papers.map(({ printer, paper, title, situacao, motivo }) => (
          <li key={paper.id}>
            <span>
              {title} · {situacao === 'na_fila' ? 'espera a impressora' : 'não se sabe se saiu'}
              <small>{[printer.nome, motivo].filter(Boolean).join(' · ')}</small>
            </span>
            <RowButton
              name="Reimprimir"
              of={title}
              icon="print"
              onClick={() => void bring(printer, paper, title, true).catch(tellFault)}
            />
            <RowButton name="Saiu" of={title} icon="check" onClick={() => forget(paper.id)} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

type Adding = 'scale' | 'printer' | { readonly server: Server | null }

/** The scales and printers of this workstation (spec S3-077): monitors, what is beside them, and which labels go where. */
export function DevicesDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  useSignals()
  const [adding, setAdding] = useState<Adding | null>(null)
  const [agents, setAgents] = useState<readonly PairedAgent[]>([])
  useEffect(() => {
    const ask = async (): Promise<void> => setAgents(await pairedAgents())
    void ask()
  }, [])
  const { servers, scales, printers } = devices.value
  const done = (): void => setAdding(null)
  return (
    <Dialog title="Balanças e impressoras" size="lg" onClose={onClose}>
      <div className="dialog-body devices">
        <p className="field-help">Valem neste computador, para quem entrar nele.</p>
        <OpenPapers />
        <Section
          title="Balanças"
          add={{ label: 'Adicionar balança', onAdd: () => setAdding('scale') }}
          empty={scales.length === 0 ? 'Nenhuma balança. Com uma, F2 pesa onde se digita uma quantidade.' : undefined}
        >
          <ul>
            {scales.map((one) => (
              <ScaleRow key={`${one.serverIP}|${one.port}|${one.nome}`} scale={one} agents={agents} />
            ))}
          </ul>
        </Section>
        <Section
          title="Impressoras"
          add={{ label: 'Adicionar impressora', onAdd: () => setAdding('printer') }}
          empty={printers.length === 0 ? 'Nenhuma impressora: etiquetas são abertas como arquivo.' : undefined}
        >
          <ul>
            {printers.map((one) => (
              <PrinterRow key={printerKey(one)} printer={one} agents={agents} />
            ))}
          </ul>
        </Section>
        <Section title="Etiquetas">
          <Labels />
        </Section>
        <Section title="Servidores" add={{ label: 'Adicionar servidor', onAdd: () => setAdding({ server: null }) }}>
          <ul>
            {servers.map((one) => (
              <ServerRow key={one.serverIP} server={one} onToken={() => setAdding({ server: one })} />
            ))}
          </ul>
        </Section>
      </div>
      {adding === 'scale' ? <AddScale agents={agents} onClose={done} /> : null}
      {adding === 'printer' ? <AddPrinter agents={agents} onClose={done} /> : null}
      {adding !== null && typeof adding === 'object' ? <AddServer server={adding.server} onClose={done} /> : null}
    </Dialog>
  )
}
