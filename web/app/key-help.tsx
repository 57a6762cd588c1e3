import type { ReactElement } from 'react'
import { Kbd } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { type BoundKey, keyText, KEYMAP } from './keys'

interface KeyHelpProps {
  /** What was bound where the help was asked for. */
  readonly keys: readonly BoundKey[]
  readonly onClose: () => void
}

/** The keys that do something where one is, by group. */
export function KeyHelp({ keys, onClose }: KeyHelpProps): ReactElement {
  const groups = Map.groupBy(keys, ({ name }) => KEYMAP[name].group)
  return (
    <Dialog title="Teclas" size="lg" onClose={onClose}>
      <div className="dialog-body key-help" tabIndex={0} role="region" aria-label="Teclas">
        {[...groups].map(([group, bound]) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {bound.map(({ name, label }) => (
                <div key={name} data-key={name}>
                  <dt>
                    {KEYMAP[name].keys.map((key) => (
                      <Kbd key={key}>{keyText(key)}</Kbd>
                    ))}
                  </dt>
                  <dd>{label}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
