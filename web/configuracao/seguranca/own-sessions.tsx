import type { ReactElement } from 'react'
import { remove } from '../../app/api'
import { announce } from '../../app/events'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { confirm } from '../../ui/confirm'
import { formatDateTime } from '../../ui/format'
import { isRecord, rowsOf, textOf, type Row } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'
import { deviceOf } from './device'

const PATH = 'sessao/sessoes'

async function end(path: string): Promise<void> {
  try {
    await remove(path)
    toast.success('Sessão encerrada.')
  } catch (error) {
    toast.error(error)
  }
  announce(PATH)
}

function Line({ row }: { readonly row: Row }): ReactElement {
  return (
    <tr>
      <td>{deviceOf(textOf(row.agente))}</td>
      <td>{textOf(row.endereco)}</td>
      <td>{formatDateTime(row.criada_em)}</td>
      <td>{formatDateTime(row.usada_em)}</td>
      <td>
        {row.atual === true ? (
          'Esta'
        ) : (
          <Button kind="quiet" onClick={() => void end(`${PATH}/${row.id}`)}>
            Encerrar
          </Button>
        )}
      </td>
    </tr>
  )
}

/** Where one is signed in, and the way out of everywhere else. */
export function OwnSessions(): ReactElement | null {
  const answer = useLoaded(PATH, PATH)
  if (!isRecord(answer)) return null
  const rows = rowsOf(answer.data)
  const others = async (): Promise<void> => {
    const asked = { title: 'Encerrar todas as outras sessões?', text: 'Esta continua aberta.', action: 'Encerrar' }
    if (!(await confirm(asked))) return
    await end(PATH)
  }
  return (
    <section className="attached" aria-label="Sessões abertas">
      <h2 className="group-title">Sessões abertas</h2>
      <table className="plain">
        <thead>
          <tr>
            <th scope="col">Onde</th>
            <th scope="col">Endereço</th>
            <th scope="col">Desde</th>
            <th scope="col">Última vez</th>
            <th scope="col">
              <span className="sr-only">Encerrar</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Line key={row.id} row={row} />
          ))}
        </tbody>
      </table>
      <Button disabled={rows.length < 2} onClick={() => void others()}>
        Encerrar as outras
      </Button>
    </section>
  )
}
