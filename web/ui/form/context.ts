import { createContext, useContext, useEffect, useRef } from 'react'
import { FormModel, type FieldInfo } from './form-model'

export const FormContext = createContext<FormModel>(new FormModel())
export const TabContext = createContext(0)
/** Saves the form and leaves it open; false when that failed. */
export const SaveContext = createContext<() => Promise<boolean>>(() => Promise.resolve(false))

export function useForm(): FormModel {
  return useContext(FormContext)
}

type Registered = Omit<FieldInfo, 'tab'>

/** Tells the form of a field while it is mounted, always with its latest label, rules and way to focus. */
export function useRegistered(field: Registered): void {
  const form = useForm()
  const tab = useContext(TabContext)
  const latest = useRef(field)
  const { name, label, required, requiredText, mute } = field
  useEffect(() => {
    latest.current = field
  })
  useEffect(
    () =>
      form.register({
        name,
        label,
        required,
        requiredText,
        tab,
        mute,
        check: (value, values) => latest.current.check?.(value, values),
        tell: (path, text) => latest.current.tell?.(path, text) ?? text,
        focus: () => latest.current.focus(),
      }),
    [form, name, label, required, requiredText, mute, tab],
  )
}
