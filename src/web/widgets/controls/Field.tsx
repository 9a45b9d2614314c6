import { type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes, useId } from 'react';
import { classes } from '../classes';
import { Icon } from '../Icon';
import styles from './Field.module.css';

interface FieldProps {
  label: string;
  /** The label is there for screen readers only. */
  hideLabel?: boolean;
  /** What is wrong with the value, '' for nothing. */
  error?: string;
  hint?: ReactNode;
  /** Of the field as a whole. */
  className?: string;
}

/** The label above a control, and what is wrong or to be known below it. */
export function Field({
  label,
  hideLabel,
  error,
  hint,
  className,
  required,
  children,
}: FieldProps & { required?: boolean; children: (control: ControlNames) => ReactNode }) {
  const id = useId();
  const told = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
  return (
    <div className={classes(styles.field, className)}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : styles.label}>
        {label}
        {required && <span className={styles.required}>*</span>}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': told })}
      {error ? (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      ) : (
        hint && (
          <p id={`${id}-hint`} className={styles.hint}>
            {hint}
          </p>
        )
      )}
    </div>
  );
}
interface ControlNames {
  id: string;
  'aria-invalid'?: true;
  'aria-describedby'?: string;
}

type Input = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value' | 'className'>;
export interface TextFieldProps extends FieldProps, Input {
  value: string;
  onChange: (value: string) => void;
  /** Words that the browser offers while typing. */
  suggestions?: string[];
  /** For names of tables, SQL and numbers: letters of one width. */
  mono?: boolean;
  ref?: Ref<HTMLInputElement>;
}

export function TextField(props: TextFieldProps) {
  const { label, hideLabel, error, hint, className, value, onChange, suggestions, mono, ...rest } = props;
  const list = useId();
  return (
    <Field {...{ label, hideLabel, error, hint, className }} required={rest.required}>
      {(control) => (
        <>
          <input
            spellCheck={false}
            {...rest}
            {...control}
            list={suggestions ? list : undefined}
            className={classes(styles.control, mono && styles.mono)}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          {suggestions && (
            <datalist id={list}>
              {suggestions.map((one) => (
                <option key={one} value={one} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  );
}

type Area = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange' | 'value' | 'className'>;
export interface TextAreaProps extends FieldProps, Area {
  value: string;
  onChange: (value: string) => void;
  mono?: boolean;
  ref?: Ref<HTMLTextAreaElement>;
}

export function TextArea(props: TextAreaProps) {
  const { label, hideLabel, error, hint, className, value, onChange, mono, ...rest } = props;
  return (
    <Field {...{ label, hideLabel, error, hint, className }} required={rest.required}>
      {(control) => (
        <textarea
          rows={3}
          spellCheck={false}
          {...rest}
          {...control}
          className={classes(styles.control, styles.area, mono && styles.mono)}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

export interface Choice {
  value: string;
  label: string;
  disabled?: boolean;
}
export interface SelectFieldProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  options: Choice[];
  disabled?: boolean;
  required?: boolean;
}

export function SelectField(props: SelectFieldProps) {
  const { label, hideLabel, error, hint, className, value, onChange, options, disabled, required } = props;
  return (
    <Field {...{ label, hideLabel, error, hint, className, required }}>
      {(control) => (
        <span className={styles.select}>
          <select
            {...control}
            className={styles.control}
            value={value}
            disabled={disabled}
            required={required}
            onChange={(event) => onChange(event.target.value)}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon name="chevronDown" />
        </span>
      )}
    </Field>
  );
}

export interface CheckFieldProps {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  hint?: ReactNode;
  className?: string;
}

export function CheckField({ label, checked, onChange, disabled, hint, className }: CheckFieldProps) {
  const id = useId();
  return (
    <div className={classes(styles.field, className)}>
      <span className={styles.check}>
        <input
          id={id}
          type="checkbox"
          checked={checked}
          disabled={disabled}
          aria-describedby={hint ? `${id}-hint` : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        <label htmlFor={id}>{label}</label>
      </span>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}

export interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Enter was pressed. */
  onEnter?: (backwards: boolean) => void;
  className?: string;
  ref?: Ref<HTMLInputElement>;
}

/** A field with a magnifying glass, whose label is its placeholder. */
export function SearchField({ label, value, onChange, onEnter, className, ref }: SearchFieldProps) {
  return (
    <span className={classes(styles.search, className)}>
      <Icon name="search" />
      <input
        ref={ref}
        type="search"
        className={styles.control}
        aria-label={label}
        placeholder={label}
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && onEnter) {
            event.preventDefault();
            onEnter(event.shiftKey);
          }
        }}
      />
    </span>
  );
}
