import { useEffect, useState, type ReactElement } from 'react'
import { isAdmin } from '../../../core/access'
import { get, isAbort } from '../../app/api'
import { rights } from '../../app/session'
import { formatAmount } from '../../ui/format'
import { isRecord, textOf } from '../../ui/row'
import { AGENTS } from './parts'

const SYSTEMS: Readonly<Record<string, string>> = {
  'linux-x64': 'Linux',
  'linux-arm64': 'Linux em ARM (Raspberry Pi)',
  'windows-x64': 'Windows',
}

interface Known {
  readonly versao: string
  readonly programas: readonly { readonly alvo: string; readonly megabytes: string; readonly sha256: string }[]
}

function readPrograms(answer: unknown): Known {
  const list: readonly unknown[] = isRecord(answer) && Array.isArray(answer.programas) ? answer.programas : []
  return {
    versao: isRecord(answer) ? textOf(answer.versao) : '',
    programas: list
      .filter((one) => isRecord(one))
      .map((one) => ({
        alvo: textOf(one.alvo),
        sha256: textOf(one.sha256),
        megabytes: formatAmount(Math.round(Number(one.bytes) / 2 ** 20), 0),
      })),
  }
}

/** The agent's program for each system, for administrators to download; what is missing where the server has none. */
export function Programs(): ReactElement | null {
  const [told, setTold] = useState<Known | string | null>(null)
  const mayDownload = isAdmin(rights.peek())
  useEffect(() => {
    if (!mayDownload) return undefined
    const stop = new AbortController()
    get(`${AGENTS}/programa`, { signal: stop.signal, quiet: true })
      .then((answer) => setTold(readPrograms(answer)))
      .catch((error: unknown) => {
        if (!isAbort(error)) setTold(error instanceof Error ? error.message : 'Não foi possível perguntar ao servidor.')
      })
    return () => stop.abort()
  }, [mayDownload])
  if (!mayDownload || told === null) return null
  return (
    <section className="programs" aria-label="Programa do agente">
      <h3 className="group-title">Programa do agente</h3>
      {typeof told === 'string' ? (
        <p className="hint">{told}</p>
      ) : (
        <ul className="devices">
          {told.programas.map(({ alvo, megabytes, sha256 }) => (
            <li key={alvo} className="device">
              <a href={`/api/${AGENTS}/programa/${alvo}`} download>
                {SYSTEMS[alvo] ?? alvo}
              </a>
              <span>
                versão {told.versao}, {megabytes} MB
              </span>
              <code className="digest" title="SHA-256">
                {sha256}
              </code>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
