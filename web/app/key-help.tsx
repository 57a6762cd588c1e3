import type { ReactElement } from 'react'
import { Kbd } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { KEYMAP, KEY_NAMES } from './keys'

/** Every key, by place. */
export function KeyHelp({ onClose }: { readonly onClose: () => void }): ReactElement {
  const groups = Map.groupBy(KEY_NAMES, (name) => KEYMAP[name].group)
  return (
    <Dialog title="Teclas" size="lg" onClose={onClose}>
      <div className="dialog-body key-help" tabIndex={0} role="region" aria-label="Teclas">
        {[...groups].map(([group, names]) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {names.map((name) => (
                <div key={name}>
                  <dt>
                    {KEYMAP[name].keys.map((key) => (
                      <Kbd key={key}>{key.replace('Arrow', '').replace('Delete', 'Del')}</Kbd>
                    ))}
                  </dt>
                  <dd>{KEYMAP[name].label}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
