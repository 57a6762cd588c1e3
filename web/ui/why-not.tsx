import { useEffect, useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import type { Need } from '../../core/access'
import { get, isAbort } from '../app/api'
import { whyNot } from '../app/why'
import { Button } from './button'
import { Dialog } from './dialog'
import { rowsOfNames } from './names'
import { Icon } from './icon'

/** Who can give a right, asked once for a page. */
function useGivers(): readonly string[] | null {
  const [names, setNames] = useState<readonly string[] | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    const load = async (): Promise<void> => {
      try {
        setNames(rowsOfNames(await get('acesso/quem_libera', { signal: stop.signal })))
      } catch (error) {
        if (!isAbort(error)) setNames([])
      }
    }
    void load()
    return () => stop.abort()
  }, [])
  return names
}

/** What is missing and who can give it. */
function WhyNotDialog({ missing, onClose }: { readonly missing: string; readonly onClose: () => void }): ReactElement {
  const givers = useGivers()
  return (
    <Dialog
      title="Por que não posso?"
      size="sm"
      onClose={onClose}
      footer={
        <Button kind="primary" onClick={onClose} focusFirst>
          Entendi
        </Button>
      }
    >
      <div className="dialog-text">
        <p>{missing}</p>
        <p>Quem pode liberar:</p>
        {givers === null ? <p className="field-help">Carregando…</p> : null}
        {givers !== null && givers.length === 0 ? <p>Um administrador do sistema.</p> : null}
        <ul className="givers">
          {(givers ?? []).map((name) => (
            <li key={name}>
              <Icon name="user" size={14} />
              {name}
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

interface WhyNotProps {
  readonly need: Need
  /** What cannot be done, in front of the question: 'Somente consulta'. */
  readonly what?: string
}

/** Stands where something may not be used: says so, and on request which right is missing and who can give it. Nothing when it may. */
export function WhyNot({ need, what }: WhyNotProps): ReactElement | null {
  useSignals()
  const [open, setOpen] = useState(false)
  const missing = whyNot(need)
  if (missing === null) return null
  return (
    <span className="why-not">
      {what === undefined ? null : (
        <span>
          <Icon name="lock" size={12} /> {what}
        </span>
      )}
      <button type="button" className="link" title={missing} onClick={() => setOpen(true)}>
        Por que não posso?
      </button>
      {open ? <WhyNotDialog missing={missing} onClose={() => setOpen(false)} /> : null}
    </span>
  )
}

/** The reason that a button or a menu item carries; undefined when it may be used. */
export function missingFor(need: Need): string | undefined {
  return whyNot(need) ?? undefined
}
