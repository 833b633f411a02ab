import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProjectedStudio } from '../testing/projected-studio.fixture.ts';
import { Recorder } from '../testing/recorder.ts';
import { StudioHistory } from '../testing/studio-history.ts';

/** The tables, columns and defaults of spec 001 section 3, "Stored data schema". A column without a default is null here. */
const storedSchema: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  users: {
    id: null,
    email: null,
    name: null,
    phone: null,
    password: null,
    date_of_birth: null,
    passes: '0',
    has_used_new_user_discount: 'false',
    has_used_sign_up_class: 'false',
    reset_token: null,
    reset_token_expires: null,
    auth_token: null,
    auth_token_expires: null,
    stripe_customer_id: null,
    special_offer_eligible_since: null,
    on_medication: null,
    medication_details: null,
    has_injuries: null,
    injury_details: null,
    is_pregnant_or_postpartum: null,
    painful_movements: null,
    painful_movement_details: null,
    ok_with_hands_on_corrections: 'true',
    created_at: null,
    updated_at: null,
  },
  sessions: { sid: null, sess: null, expire: null },
  registrations: { id: null, name: null, email: null, phone: null, message: null, created_at: null },
  instructors: { id: null, name: null, prenatal_suitable: 'false', created_at: null, updated_at: null },
  schedule_classes: {
    id: null,
    name: null,
    date: null,
    time: null,
    instructor_id: null,
    duration: '50',
    max_capacity: '7',
    is_marked_full: 'false',
    created_at: null,
    updated_at: null,
  },
  bookings: {
    id: null,
    user_id: null,
    class_id: null,
    status: "'confirmed'::text",
    attended: null,
    created_at: null,
  },
  class_passes: {
    id: null,
    name: null,
    classes: null,
    price: null,
    description: null,
    is_active: 'true',
    is_sign_up_only: 'false',
    is_popular: 'false',
    created_at: null,
    updated_at: null,
  },
  pass_purchases: {
    id: null,
    user_id: null,
    pass_id: null,
    pass_name: null,
    pass_classes: null,
    pass_price: null,
    stripe_payment_intent_id: null,
    purchase_date: null,
    expires_at: null,
  },
  waitlist: { id: null, user_id: null, class_id: null, position: null, created_at: null },
  weekly_templates: {
    id: null,
    name: null,
    description: null,
    is_active: 'true',
    created_at: null,
    updated_at: null,
  },
  template_classes: {
    id: null,
    template_id: null,
    day_of_week: null,
    name: null,
    time: null,
    instructor_id: null,
    max_capacity: '7',
    created_at: null,
  },
  memberships: {
    id: null,
    user_id: null,
    stripe_subscription_id: null,
    status: "'active'::text",
    monthly_passes: '12',
    remaining_passes: '12',
    start_date: null,
    current_period_start: null,
    current_period_end: null,
    cancel_at_period_end: 'false',
    created_at: null,
    updated_at: null,
  },
  settings: { id: null, key: null, value: null, description: null, created_at: null, updated_at: null },
};

interface ColumnRow {
  readonly table_name: string;
  readonly column_name: string;
  readonly column_default: string | null;
  readonly data_type: string;
}

let database: Awaited<ReturnType<typeof startProjectedStudio>>;
let columns: Map<string, ColumnRow>;

beforeAll(async () => {
  database = await startProjectedStudio(new StudioHistory(new Recorder()).instructor(1));
  const { rows } = await database.pool.query<ColumnRow>(
    `SELECT table_name, column_name, column_default, data_type FROM information_schema.columns
     WHERE table_schema = 'public'`,
  );
  columns = new Map(rows.map((row) => [`${row.table_name}.${row.column_name}`, row]));
});
afterAll(() => database?.drop());

test.each(Object.entries(storedSchema))(
  'the table %s has the columns and defaults of the spec',
  (table, expected) => {
    const found = Object.keys(expected).map((column) => {
      const row = columns.get(`${table}.${column}`);
      return [column, row === undefined ? 'is missing' : row.column_default];
    });
    expect(Object.fromEntries(found)).toEqual(expected);
  },
);

test.each([
  ['users.id', 'text'],
  ['users.passes', 'integer'],
  ['schedule_classes.date', 'text'],
  ['schedule_classes.time', 'text'],
  ['bookings.attended', 'boolean'],
  ['class_passes.price', 'integer'],
])('%s is %s', (name, type) => {
  expect(columns.get(name)?.data_type).toBe(type);
});
