import type { ReactElement } from 'react'
import { LANGUAGES } from '../../core/labels/template'
import { toast } from '../app/toasts'
import { AskDialog } from '../ui/form/ask-dialog'
import { Field, type Option } from '../ui/form/fields'
import type { FormModel } from '../ui/form/form-model'
import { textOf, type Values } from '../ui/row'
import {
  agentAddress,
  agentOf,
  type Devices,
  devices,
  keepDevices,
  LOCAL,
  PRINTER_LANGUAGES,
  PROTOCOLS,
  type Server,
  USUAL_SCALE,
  VIEW_NAMES,
  VIEWS,
  withPrinter,
  withScale,
  withServer,
  withToken,
} from './config'
import type { PairedAgent } from './monitor'

interface AddProps {
  readonly agents: readonly PairedAgent[]
  readonly onClose: () => void
}

/** Takes what was added, or says why not. */
const taken = (next: Devices | string): Promise<boolean> => {
  if (typeof next === 'string') toast.alert(next)
  else keepDevices(next)
  return Promise.resolve(typeof next !== 'string')
}

const BESIDE = '|'

/** Monitors, whose devices are named by hand, and what paired agents say that they have. */
const placesOf = (agents: readonly PairedAgent[], of: 'balancas' | 'impressoras'): readonly Option[] => [
  ...devices.peek().servers.map(({ serverIP }) => ({
    value: serverIP,
    label: serverIP === LOCAL ? 'Este computador' : serverIP,
  })),
  ...agents.flatMap((agent) =>
    agent[of].map((nome) => ({
      value: agentAddress(agent.id) + BESIDE + nome,
      label: `${nome} (agente ${agent.nome}${agent.conectado ? '' : ', desligado'})`,
    })),
  ),
]

/** The monitor and the device that a choice of `placesOf` names. */
function chosen(values: Values): { readonly serverIP: string; readonly nome: string } {
  const [serverIP = '', ...names] = textOf(values.serverIP).split(BESIDE)
  return { serverIP, nome: agentOf(serverIP) === undefined ? textOf(values.nome).trim() : names.join(BESIDE) }
}

/** A monitor of another PC, or the token of one that is there. */
export function AddServer({
  server,
  onClose,
}: {
  readonly server: Server | null
  readonly onClose: () => void
}): ReactElement {
  const go = ({ serverIP, token }: Values): Promise<boolean> =>
    taken(
      server === null
        ? withServer(devices.peek(), { serverIP: textOf(serverIP), token: textOf(token) })
        : withToken(devices.peek(), server.serverIP, textOf(token)),
    )
  return (
    <AskDialog
      title={server === null ? 'Adicionar servidor' : `Token de ${server.serverIP}`}
      action={server === null ? 'Adicionar' : 'Salvar'}
      initial={{ serverIP: '', token: server?.token ?? '' }}
      onGo={go}
      onClose={onClose}
    >
      {server === null ? (
        <Field
          name="serverIP"
          label="Servidor"
          help="O nome ou o IP do computador; um nome .ts.net é chamado por https"
          span={12}
          required
        />
      ) : null}
      <Field name="token" label="Token" kind="password" help="O que está na configuração do monitor" span={12} />
    </AskDialog>
  )
}

const options = (all: readonly string[]): readonly Option[] => all.map((value) => ({ value, label: value }))

export function AddScale({ agents, onClose }: AddProps): ReactElement {
  const go = (values: Values): Promise<boolean> =>
    taken(
      withScale(devices.peek(), {
        ...chosen(values),
        port: textOf(values.port).trim() || USUAL_SCALE.port,
        protocol: PROTOCOLS.find((one) => one === values.protocol) ?? USUAL_SCALE.protocol,
        views: VIEW_NAMES.filter((view) => values[view] === true),
        default: values.default === true,
      }),
    )
  const { port, protocol, views } = USUAL_SCALE
  const served = Object.fromEntries(VIEW_NAMES.map((view) => [view, views.some((one) => one === view)]))
  const first = devices.peek().scales.length === 0
  return (
    <AskDialog
      title="Adicionar balança"
      action="Adicionar"
      initial={{ serverIP: LOCAL, port, protocol, nome: '', default: first, ...served }}
      onGo={go}
      onClose={onClose}
    >
      <Field name="serverIP" label="Onde" kind="select" options={placesOf(agents, 'balancas')} span={6} required />
      <Field name="nome" label="Nome no monitor" help="Em branco, a primeira que ele tem" maxLength={60} span={6} />
      <Field name="port" label="Porta" maxLength={40} span={6} />
      <Field name="protocol" label="Protocolo" kind="select" options={options(PROTOCOLS)} span={6} />
      {VIEW_NAMES.map((view) => (
        <Field key={view} name={view} label={VIEWS[view]} kind="switch" span={6} />
      ))}
      <Field name="default" label="Padrão" kind="switch" span={12} />
    </AskDialog>
  )
}

export function AddPrinter({ agents, onClose }: AddProps): ReactElement {
  const go = (values: Values, form: FormModel): Promise<boolean> => {
    const place = chosen(values)
    if (place.nome === '') {
      form.tell({ nome: 'Informe o nome que a impressora tem no monitor.' })
      return Promise.resolve(false)
    }
    const linguagem = PRINTER_LANGUAGES.find((one) => one === values.linguagem) ?? 'zpl'
    return taken(withPrinter(devices.peek(), { ...place, linguagem }))
  }
  const languages = PRINTER_LANGUAGES.map((value) => ({ value, label: LANGUAGES[value] }))
  return (
    <AskDialog
      title="Adicionar impressora"
      action="Adicionar"
      initial={{ serverIP: LOCAL, nome: '', linguagem: 'zpl' }}
      onGo={go}
      onClose={onClose}
    >
      <Field name="serverIP" label="Onde" kind="select" options={placesOf(agents, 'impressoras')} span={6} required />
      <Field name="nome" label="Nome no monitor" maxLength={60} span={6} />
      <Field name="linguagem" label="Linguagem" kind="select" options={languages} span={6} required />
    </AskDialog>
  )
}
